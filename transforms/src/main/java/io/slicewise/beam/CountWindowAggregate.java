package io.slicewise.beam;

import io.slicewise.core.OrderedAggregation;
import io.slicewise.core.window.CountWindows;
import java.util.Objects;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFnBase.GlobalCombineFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;

/**
 * Aggregates a number of elements at a time: after {@linkplain #every every} so many elements of a
 * key, its {@linkplain #ofLast last} so many, in order of event time.
 *
 * <pre>
 * of the last 3, every 2
 *
 * elements    a  b  c  d  e  f  g
 * windows     ----                      after 2 elements, as there are no more yet
 *                -------                after 4
 *                      -------          after 6
 *                            --         not complete when the input ends: no result
 * </pre>
 *
 * <p>Elements are taken in order of event time, those of the same timestamp in order of arrival,
 * each once the watermark is beyond it. An element that comes after that is late: it is counted, or
 * goes to the {@linkplain #withLateOutput late output}, and is in no window. {@linkplain
 * #withAllowedLateness With an allowed lateness} elements are taken that much later.
 *
 * <p>A result has the timestamp of the element that completes its window, and is in the global
 * window, whatever windows the input has. A window that is not complete when the input ends gives
 * none, as in Flink, {@linkplain #withIncompleteWindows unless asked for}.
 *
 * <p>Cost per element: one read and one write of the key's state, which holds what waits for the
 * watermark, and until the input ends the aggregates that later windows need: one for each {@code
 * gcd(last, every)} elements, and folds of them, which with accumulators that grow with what they
 * hold take memory of the order of the square of their number. Cost per result: about three merges
 * of accumulators; the function need not be commutative. Metrics are those of {@link
 * SlicedWindowMetrics}, results counting as panes.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <O> the type of the results
 */
public final class CountWindowAggregate<K, V, O>
    extends PTransform<PCollection<KV<K, V>>, PCollection<KV<K, O>>> {
  private static final long serialVersionUID = 1L;

  /** What to aggregate with. */
  private final CombineFn<? super V, ?, O> combineFn;

  /** How many elements; null until set. */
  private final CountWindows windows;

  /** How long results wait for late elements. */
  private final Duration allowedLateness;

  /** Where elements go that cannot be aggregated. */
  private final BadRecords badRecords;

  private CountWindowAggregate(
      CombineFn<? super V, ?, O> combineFn,
      CountWindows windows,
      Duration allowedLateness,
      BadRecords badRecords) {
    this.combineFn = combineFn;
    this.windows = windows;
    this.allowedLateness = allowedLateness;
    this.badRecords = badRecords;
  }

  /**
   * Aggregates the values of each key with {@code combineFn}; {@link #ofLast} must follow.
   *
   * @param combineFn a {@link CombineFn}, such as {@code Sum.ofLongs()}
   * @param <K> the type of the keys
   * @param <V> the type of the values
   * @param <O> the type of the results
   * @return an aggregation without windows
   * @throws IllegalArgumentException if {@code combineFn} uses side inputs
   */
  public static <K, V, O> CountWindowAggregate<K, V, O> perKey(
      GlobalCombineFn<? super V, ?, O> combineFn) {
    return new CountWindowAggregate<>(
        OrderedSteps.withoutContext(combineFn), null, Duration.ZERO, BadRecords.FAIL);
  }

  /**
   * Returns a transform like this one that aggregates the last {@code elements}. Unless {@link
   * #every} follows, as often: each element is in one window.
   *
   * @param elements 1 or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code elements} is less than 1
   */
  public CountWindowAggregate<K, V, O> ofLast(int elements) {
    CountWindows newWindows =
        windows == null
            ? new CountWindows(elements, elements, false)
            : new CountWindows(elements, windows.every(), windows.incomplete());
    return new CountWindowAggregate<>(combineFn, newWindows, allowedLateness, badRecords);
  }

  /**
   * Returns a transform like this one that gives a result after every {@code elements}. If that is
   * less than the windows hold, they overlap; if it is more, elements between them are left out.
   *
   * @param elements 1 or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code elements} is less than 1
   * @throws IllegalStateException if {@link #ofLast} has not been called
   */
  public CountWindowAggregate<K, V, O> every(int elements) {
    CountWindows current = requireWindows("every");
    return new CountWindowAggregate<>(
        combineFn,
        new CountWindows(current.size(), elements, current.incomplete()),
        allowedLateness,
        badRecords);
  }

  /**
   * Returns a transform like this one that gives, when the input ends, the next window of each key
   * as far as it got, if it has an element that none before it had. It has the timestamp of the end
   * of the global window.
   *
   * @return the new transform
   * @throws IllegalStateException if {@link #ofLast} has not been called
   */
  public CountWindowAggregate<K, V, O> withIncompleteWindows() {
    CountWindows current = requireWindows("withIncompleteWindows");
    return new CountWindowAggregate<>(
        combineFn,
        new CountWindows(current.size(), current.every(), true),
        allowedLateness,
        badRecords);
  }

  private CountWindows requireWindows(String setting) {
    if (windows == null) {
      throw new IllegalStateException(
          setting + ": the number of elements of a window is not set. Call .ofLast(number) first.");
    }
    return windows;
  }

  /**
   * Returns a transform like this one that takes each element only when the watermark is beyond it
   * by {@code newAllowedLateness}. Elements that come no later than that count; all results wait as
   * long. The result of an element that came behind the watermark is behind it, too.
   *
   * @param newAllowedLateness zero or more
   * @return the new transform
   * @throws IllegalArgumentException if it is negative
   */
  public CountWindowAggregate<K, V, O> withAllowedLateness(Duration newAllowedLateness) {
    return new CountWindowAggregate<>(
        combineFn, windows, OrderedSteps.requireLateness(newAllowedLateness), badRecords);
  }

  /**
   * As {@link SlicedWindowAggregate#withBadRecordErrorHandler}.
   *
   * @param handler takes the bad records, in the global window, with the timestamps of the elements
   * @return the new transform
   */
  public CountWindowAggregate<K, V, O> withBadRecordErrorHandler(
      ErrorHandler<BadRecord, ?> handler) {
    return new CountWindowAggregate<>(combineFn, windows, allowedLateness, BadRecords.to(handler));
  }

  /**
   * Returns a transform like this one with a second output: elements that came too late, as they
   * came. Without it they are only counted.
   *
   * @param resultsTag gets what this transform would have given
   * @param lateTag gets the late elements, in the global window, with their own timestamps
   * @return the new transform
   */
  public WithLateOutput<K, V, O> withLateOutput(
      TupleTag<KV<K, O>> resultsTag, TupleTag<KV<K, LateElement<V>>> lateTag) {
    return new WithLateOutput<>(this, resultsTag, lateTag);
  }

  @Override
  public PCollection<KV<K, O>> expand(PCollection<KV<K, V>> input) {
    TupleTag<KV<K, O>> results = SlicedWindowAggregate.panesTag();
    return expandTo(input, false).get(results);
  }

  private PCollectionTuple expandTo(PCollection<KV<K, V>> input, boolean lateOutput) {
    if (windows == null) {
      throw new IllegalArgumentException(
          "CountWindowAggregate: no windows are set. Add .ofLast(number).");
    }
    return expandTo(input, OrderedSteps.<V, O>functionOf(combineFn), lateOutput);
  }

  private <A> PCollectionTuple expandTo(
      PCollection<KV<K, V>> input, CombineFn<V, A, O> combineFnOfV, boolean lateOutput) {
    AggregateCoders<K, V, A, O> coders =
        AggregateCoders.of("CountWindowAggregate", input, combineFnOfV);
    CombineFnAggregate<V, A, O> function =
        new CombineFnAggregate<>(combineFnOfV, coders.accumulator());
    return OrderedSteps.apply(
        "CountWindowAggregate",
        badRecords.good(input, KV::getValue, function),
        OrderedKeys.count(
            new OrderedAggregation<>(windows, allowedLateness.getMillis()),
            function,
            coders.elements().getValueCoder()),
        PaneOutput.ofResults(),
        coders.results(),
        coders.lateElements(),
        lateOutput);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    populateDisplayData(builder, false);
  }

  private void populateDisplayData(DisplayData.Builder builder, boolean lateOutput) {
    OrderedSteps.populateDisplayData(builder, combineFn, windows, allowedLateness, lateOutput);
    badRecords.populateDisplayData(builder);
  }

  /**
   * A {@link CountWindowAggregate} with an output of late elements.
   *
   * @param <K> the type of the keys
   * @param <V> the type of the values
   * @param <O> the type of the results
   */
  public static final class WithLateOutput<K, V, O>
      extends PTransform<PCollection<KV<K, V>>, PCollectionTuple> {
    private static final long serialVersionUID = 1L;

    /** The transform without the late output. */
    private final CountWindowAggregate<K, V, O> aggregate;

    /** The user's tag of the results. */
    private final TupleTag<KV<K, O>> resultsTag;

    /** The user's tag of the late elements. */
    private final TupleTag<KV<K, LateElement<V>>> lateTag;

    private WithLateOutput(
        CountWindowAggregate<K, V, O> aggregate,
        TupleTag<KV<K, O>> resultsTag,
        TupleTag<KV<K, LateElement<V>>> lateTag) {
      this.aggregate = aggregate;
      this.resultsTag = Objects.requireNonNull(resultsTag, "resultsTag");
      this.lateTag = Objects.requireNonNull(lateTag, "lateTag");
    }

    @Override
    public PCollectionTuple expand(PCollection<KV<K, V>> input) {
      PCollectionTuple outputs = aggregate.expandTo(input, true);
      TupleTag<KV<K, O>> results = SlicedWindowAggregate.panesTag();
      TupleTag<KV<K, LateElement<V>>> late = SideOutputs.lateTag();
      return PCollectionTuple.of(resultsTag, outputs.get(results)).and(lateTag, outputs.get(late));
    }

    /** The late output does not rename the steps of a pipeline. */
    @Override
    protected String getKindString() {
      return "CountWindowAggregate";
    }

    @Override
    public void populateDisplayData(DisplayData.Builder builder) {
      super.populateDisplayData(builder);
      aggregate.populateDisplayData(builder, true);
    }
  }
}
