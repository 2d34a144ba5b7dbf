package io.slicewise.beam;

import java.util.Objects;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFnBase.GlobalCombineFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;

/**
 * Aggregates the values of each key in windows, like {@code Window.into(...)} followed by {@code
 * Combine.perKey(...)}, but stores each element once, however many windows it is in.
 *
 * <pre>{@code
 * PCollection<KV<String, Long>> clicksPerHour =
 *     clicks.apply(
 *         SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
 *             .windowedBy(
 *                 Window.<KV<String, Long>>into(
 *                         SlidingWindows.of(Duration.standardHours(1))
 *                             .every(Duration.standardMinutes(1)))
 *                     .withAllowedLateness(Duration.standardMinutes(5))
 *                     .accumulatingFiredPanes()));
 * }</pre>
 *
 * <p>The result is what the two transforms give for the elements of each key one at a time: the
 * same values in the same windows, with the same timestamps and {@code PaneInfo}. Windows the input
 * already has are replaced. Aggregates are kept per <i>slice</i>, the time between two neighbouring
 * window edges, and merged when a window fires.
 *
 * <p>Supported are fixed, sliding and global windows, sessions (Beam's or {@link SessionWindows}),
 * {@link CumulativeWindows}, {@link ZonedCalendarWindows} and, with the default trigger, {@link
 * TrailingWindows}; every trigger of Beam, both accumulation modes and {@linkplain
 * #retractingFiredPanes retractions}, and any {@link CombineFn} without side inputs. The function
 * must be associative; it may change its accumulators, and need not be commutative from one slice
 * to the next. The input needs a {@link KvCoder} with a deterministic key coder, and the function
 * an accumulator coder.
 *
 * <p>Cost per element: one read and one write of the key's state; a trigger that looks at elements
 * before the end of a window also takes a step in each window of the element. Cost per pane: about
 * 8 merges of accumulators, however many slices the window has, and 3 for a function with an
 * inverse ({@link io.slicewise.inverse.Inverses}), such as {@code Sum.ofLongs()}. Metrics are
 * listed in {@link SlicedWindowMetrics}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <O> the type of the results
 */
public final class SlicedWindowAggregate<K, V, O>
    extends PTransform<PCollection<KV<K, V>>, PCollection<KV<K, O>>> {
  private static final long serialVersionUID = 1L;

  /** What is aggregated how, and in which windows. */
  private final AggregationInWindows<K, V, O> aggregation;

  private SlicedWindowAggregate(AggregationInWindows<K, V, O> aggregation) {
    this.aggregation = aggregation;
  }

  /**
   * Aggregates the values of each key with {@code combineFn}; {@link #windowedBy} must follow.
   *
   * @param combineFn a {@link CombineFn}, such as {@code Sum.ofLongs()}
   * @param <K> the type of the keys
   * @param <V> the type of the values
   * @param <O> the type of the results
   * @return an aggregation without windows
   * @throws IllegalArgumentException if {@code combineFn} uses side inputs
   */
  public static <K, V, O> SlicedWindowAggregate<K, V, O> perKey(
      GlobalCombineFn<? super V, ?, O> combineFn) {
    return of("perKey", combineFn);
  }

  /**
   * Aggregates all values with {@code combineFn}; {@link SlicedWindowAggregateGlobally#windowedBy}
   * must follow.
   *
   * @param combineFn a {@link CombineFn}, such as {@code Sum.ofLongs()}
   * @param <V> the type of the values
   * @param <O> the type of the results
   * @return an aggregation without windows
   * @throws IllegalArgumentException if {@code combineFn} uses side inputs
   */
  public static <V, O> SlicedWindowAggregateGlobally<V, O> globally(
      GlobalCombineFn<? super V, ?, O> combineFn) {
    return new SlicedWindowAggregateGlobally<>(of("globally", combineFn));
  }

  private static <K, V, O> SlicedWindowAggregate<K, V, O> of(
      String setting, GlobalCombineFn<? super V, ?, O> combineFn) {
    return new SlicedWindowAggregate<>(
        new AggregationInWindows<>(SlicedAggregation.of(setting, combineFn), null));
  }

  /**
   * Returns a transform like this one that uses the windows, the trigger, the accumulation mode and
   * all other settings of {@code window}. Settings that it leaves open are taken from the input, as
   * with {@code Window.into}. A transform without windows is refused when it is applied.
   *
   * @param window made by {@code Window.into} of windows that are supported
   * @return the new transform
   * @throws IllegalArgumentException if the window has no window function, or its window function
   *     or trigger is not supported
   */
  public SlicedWindowAggregate<K, V, O> windowedBy(Window<KV<K, V>> window) {
    return windowedByAny(window);
  }

  /**
   * Returns a transform that aggregates in several kinds of windows at once, each with an output of
   * its own, of which this is the first: one pass over the input, one shuffle, and one store of
   * slices for all windows that depend on time alone. {@link SlicedWindowAggregateMulti#windowedBy}
   * adds the others.
   *
   * @param tag gets the panes
   * @param window as for the other {@code windowedBy}
   * @return the new transform
   * @throws IllegalArgumentException as the other {@code windowedBy}; or if windows are already set
   *     without a tag, or {@link #byStreamTime} is
   */
  public SlicedWindowAggregateMulti<K, V, O> windowedBy(
      TupleTag<KV<K, O>> tag, Window<KV<K, V>> window) {
    return new SlicedWindowAggregateMulti<K, V, O>(
            aggregation.ofSeveral(), SlicedAggregation::expand)
        .windowedBy(tag, window);
  }

  /**
   * Returns a transform like this one that goes on with the state of a running pipeline whose
   * windows were {@code before}; else such state is refused. Each new window must be the end of one
   * of those, cut where some of them start or end: a size may shrink, a period be multiplied, and
   * the allowed lateness change. Windows that were over, or are no more, give no further pane. To
   * be left out again once the watermark has moved by {@code before}'s size and both latenesses.
   *
   * @param before the {@code Window} that the state was written with, whole
   * @return the new transform, which refuses what cannot go on when it is applied
   */
  public SlicedWindowAggregate<K, V, O> withStateOf(Window<KV<K, V>> before) {
    return new SlicedWindowAggregate<>(aggregation.withStateOf(before));
  }

  /** As {@link #windowedBy(Window)}, of elements of any type. */
  SlicedWindowAggregate<K, V, O> windowedByAny(Window<?> window) {
    return new SlicedWindowAggregate<>(aggregation.windowedBy(window));
  }

  /**
   * Returns a transform like this one that puts an element into the window of the <i>stream
   * time</i> of its key when it arrives, however old the element is: the largest of the watermark
   * and the timestamps the key has had, the element's own included. No element is late then. The
   * windows must be {@code FixedWindows}.
   *
   * <pre>
   * size 10           element of   3     12     5        watermark 20     4        25
   * stream time                    3     12     12       20               20       25
   * goes to                   [0, 10)  [10, 20) [10, 20)                  [20, 30) [20, 30)
   * </pre>
   *
   * <p>What is in a window depends on the order of arrival. Use it for batches of what came
   * together, not for what happened together.
   *
   * @return the new transform
   * @throws IllegalArgumentException if windows are set that are not {@code FixedWindows}
   */
  public SlicedWindowAggregate<K, V, O> byStreamTime() {
    return with(aggregation.aggregation().extras().byStreamTime());
  }

  /**
   * Returns a transform like this one that gives {@link Change}s: whenever a window fires that has
   * fired before, the earlier pane is retracted first, and then the whole window follows as a pane.
   * This takes the place of the accumulation mode of the {@code Window}, which may leave it open.
   *
   * @return the new transform
   */
  public SlicedWindowAggregateRetracting<K, V, O> retractingFiredPanes() {
    return new SlicedWindowAggregateRetracting<>(
        with(aggregation.aggregation().extras().withRetractions()));
  }

  /**
   * Returns a transform like this one with a second output: elements that came after all their
   * windows had expired, as they came. Without it they are only counted.
   *
   * <p>An element that is too late for only some of its windows counts in the others and is not in
   * the late output.
   *
   * @param panesTag gets what this transform would have given
   * @param lateTag gets the late elements, in the global window, with their own timestamps
   * @return the new transform
   */
  public WithLateOutput<K, V, O> withLateOutput(
      TupleTag<KV<K, O>> panesTag, TupleTag<KV<K, LateElement<V>>> lateTag) {
    return new WithLateOutput<>(this, panesTag, lateTag);
  }

  /**
   * Returns a transform like this one that leaves panes out or fills empty windows in, as {@code
   * options} say.
   *
   * @param options which panes are wanted
   * @return the new transform
   */
  public SlicedWindowAggregate<K, V, O> emitting(EmissionOptions options) {
    Objects.requireNonNull(options, "options");
    return with(aggregation.aggregation().extras().with(options.emission()));
  }

  /**
   * Returns a transform like this one that takes an element whose timestamp is further ahead of the
   * watermark than {@code bound} as if it were at that bound: one wrong clock does not open windows
   * that stay open for years. As long as there is no watermark, all timestamps are accepted, and so
   * are those of a bounded input, whose elements come in any order.
   *
   * <p>To have such elements in an output of their own instead, use {@link
   * SlicedWindowAggregateMulti#withFutureOutput}.
   *
   * @param bound how far ahead a timestamp may be, zero or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code bound} is negative
   */
  public SlicedWindowAggregate<K, V, O> clampingFuture(Duration bound) {
    return with(aggregation.aggregation().extras().withFutureBound("clampingFuture", bound));
  }

  /**
   * Returns a transform like this one that aggregates the elements of each bundle by key and slice
   * before they are shuffled. Without this, it is done wherever no pane, window or count can change
   * by it, with up to 1,000 partial aggregates; with it, anything else is refused when the
   * transform is applied.
   *
   * @param maxPartials how many partial aggregates a worker's thread may hold, one or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code maxPartials} is less than one
   */
  public SlicedWindowAggregate<K, V, O> withPreAggregation(int maxPartials) {
    return with(aggregation.aggregation().beforeShuffle().withPreAggregation(maxPartials));
  }

  /**
   * Returns a transform like this one that shuffles each element: nothing is held until the end of
   * a bundle, and the function merges less.
   *
   * @return the new transform
   */
  public SlicedWindowAggregate<K, V, O> withoutPreAggregation() {
    return with(aggregation.aggregation().beforeShuffle().withoutPreAggregation());
  }

  /**
   * Returns a transform like this one that aggregates each key in two steps, for keys with more
   * elements than a worker can take: slices of each shard of a key, and from them the windows.
   * Panes stay the same if the function is commutative. What would change them is refused when
   * applied.
   *
   * @param shards over how many shards the elements of a key are spread, in turn; one or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code shards} is less than one
   */
  public SlicedWindowAggregate<K, V, O> withHotKeyFanout(int shards) {
    return with(aggregation.aggregation().beforeShuffle().withShards(shards));
  }

  /**
   * As the other {@code withHotKeyFanout}, for some keys only.
   *
   * @param shardsOf the shards of a key, always the same; less than 2 for a single step
   * @return the new transform
   */
  public SlicedWindowAggregate<K, V, O> withHotKeyFanout(
      SerializableFunction<? super K, Integer> shardsOf) {
    return with(aggregation.aggregation().beforeShuffle().withShards(shardsOf));
  }

  /**
   * Returns a transform like this one that gives elements to {@code handler} that cannot be
   * aggregated, and aggregates the others as if those had never been there. Without it, one such
   * element fails its bundle.
   *
   * <p>Before anything else is done with an element, it is encoded and decoded, its value is added
   * to a new accumulator, and that is encoded and decoded: so much it costs. What fails later, in
   * {@code mergeAccumulators} or {@code extractOutput}, is not due to one element and fails the
   * bundle.
   *
   * @param handler takes the bad records, in the global window, with the timestamps of the elements
   * @return the new transform
   */
  public SlicedWindowAggregate<K, V, O> withBadRecordErrorHandler(
      ErrorHandler<BadRecord, ?> handler) {
    return new SlicedWindowAggregate<>(aggregation.with(BadRecords.to(handler)));
  }

  private SlicedWindowAggregate<K, V, O> with(BeforeShuffle<K> beforeShuffle) {
    return new SlicedWindowAggregate<>(aggregation.with(beforeShuffle));
  }

  private SlicedWindowAggregate<K, V, O> with(Windowing.Extras extras) {
    return new SlicedWindowAggregate<>(aggregation.with(extras));
  }

  /** All that is set. */
  AggregationInWindows<K, V, O> aggregation() {
    return aggregation;
  }

  @Override
  public PCollection<KV<K, O>> expand(PCollection<KV<K, V>> input) {
    return aggregation.expand(input, SideOutputs.NONE).get(panesTag());
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    aggregation.populateDisplayData(builder, SideOutputs.NONE);
  }

  static <K, R> TupleTag<KV<K, R>> panesTag() {
    return SlicedAggregation.panesTag(0);
  }

  /**
   * A {@link SlicedWindowAggregate} with an output of late elements.
   *
   * @param <K> the type of the keys
   * @param <V> the type of the values
   * @param <O> the type of the results
   */
  public static final class WithLateOutput<K, V, O>
      extends PTransform<PCollection<KV<K, V>>, PCollectionTuple> {
    private static final long serialVersionUID = 1L;

    /** The transform without the late output. */
    private final SlicedWindowAggregate<K, V, O> aggregate;

    /** The user's tag of the panes. */
    private final TupleTag<KV<K, O>> panesTag;

    /** The user's tag of the late elements. */
    private final TupleTag<KV<K, LateElement<V>>> lateTag;

    private WithLateOutput(
        SlicedWindowAggregate<K, V, O> aggregate,
        TupleTag<KV<K, O>> panesTag,
        TupleTag<KV<K, LateElement<V>>> lateTag) {
      this.aggregate = aggregate;
      this.panesTag = Objects.requireNonNull(panesTag, "panesTag");
      this.lateTag = Objects.requireNonNull(lateTag, "lateTag");
    }

    /**
     * As {@link SlicedWindowAggregate#windowedBy}.
     *
     * @param window made by {@code Window.into} of windows that are supported
     * @return the new transform
     */
    public WithLateOutput<K, V, O> windowedBy(Window<KV<K, V>> window) {
      return new WithLateOutput<>(aggregate.windowedBy(window), panesTag, lateTag);
    }

    /**
     * As {@link SlicedWindowAggregate#byStreamTime}; the late output stays empty then.
     *
     * @return the new transform
     */
    public WithLateOutput<K, V, O> byStreamTime() {
      return new WithLateOutput<>(aggregate.byStreamTime(), panesTag, lateTag);
    }

    @Override
    public PCollectionTuple expand(PCollection<KV<K, V>> input) {
      PCollectionTuple outputs = aggregate.aggregation.expand(input, SideOutputs.LATE);
      TupleTag<KV<K, O>> panes = panesTag();
      TupleTag<KV<K, LateElement<V>>> late = SideOutputs.lateTag();
      return PCollectionTuple.of(panesTag, outputs.get(panes)).and(lateTag, outputs.get(late));
    }

    /** The late output does not rename the steps of a pipeline. */
    @Override
    protected String getKindString() {
      return "SlicedWindowAggregate";
    }

    @Override
    public void populateDisplayData(DisplayData.Builder builder) {
      super.populateDisplayData(builder);
      aggregate.aggregation.populateDisplayData(builder, SideOutputs.LATE);
    }
  }
}
