package io.slicewise.beam;

import java.util.Objects;
import org.apache.beam.sdk.coders.ByteCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.WithKeys;
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
 * Aggregates all values in windows, like {@code Window.into(...)} followed by {@code
 * Combine.globally(...).withoutDefaults()}: windows without elements give nothing.
 *
 * <p>Made by {@link SlicedWindowAggregate#globally}, which has the details. All elements share one
 * key: one worker takes all, or what is left of them where they are aggregated before, by bundle
 * ({@link #withPreAggregation}) or by several workers ({@link #withHotKeyFanout}).
 *
 * @param <V> the type of the values
 * @param <O> the type of the results
 */
public final class SlicedWindowAggregateGlobally<V, O>
    extends PTransform<PCollection<V>, PCollection<O>> {
  private static final long serialVersionUID = 1L;
  private static final Byte THE_KEY = 0;

  /** The same aggregation for elements that all have one key. */
  private final SlicedWindowAggregate<Byte, V, O> perKey;

  SlicedWindowAggregateGlobally(SlicedWindowAggregate<Byte, V, O> perKey) {
    this.perKey = perKey;
  }

  /**
   * As {@link SlicedWindowAggregate#windowedBy}; there is no default.
   *
   * @param window made by {@code Window.into} of windows that are supported
   * @return the new transform
   * @throws IllegalArgumentException if the window has no window function, or its window function
   *     or trigger is not supported
   */
  public SlicedWindowAggregateGlobally<V, O> windowedBy(Window<V> window) {
    return new SlicedWindowAggregateGlobally<>(perKey.windowedByAny(window));
  }

  /**
   * As {@link SlicedWindowAggregate#byStreamTime}, with the stream time of the whole input.
   *
   * @return the new transform
   * @throws IllegalArgumentException if windows are set that are not {@code FixedWindows}
   */
  public SlicedWindowAggregateGlobally<V, O> byStreamTime() {
    return new SlicedWindowAggregateGlobally<>(perKey.byStreamTime());
  }

  /**
   * As {@link SlicedWindowAggregate#emitting}.
   *
   * @param options which panes are wanted
   * @return the new transform
   */
  public SlicedWindowAggregateGlobally<V, O> emitting(EmissionOptions options) {
    return new SlicedWindowAggregateGlobally<>(perKey.emitting(options));
  }

  /**
   * As {@link SlicedWindowAggregate#clampingFuture}.
   *
   * @param bound how far ahead a timestamp may be, zero or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code bound} is negative
   */
  public SlicedWindowAggregateGlobally<V, O> clampingFuture(Duration bound) {
    return new SlicedWindowAggregateGlobally<>(perKey.clampingFuture(bound));
  }

  /**
   * As {@link SlicedWindowAggregate#withPreAggregation}.
   *
   * @param maxPartials how many partial aggregates a worker's thread may hold, one or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code maxPartials} is less than one
   */
  public SlicedWindowAggregateGlobally<V, O> withPreAggregation(int maxPartials) {
    return new SlicedWindowAggregateGlobally<>(perKey.withPreAggregation(maxPartials));
  }

  /**
   * As {@link SlicedWindowAggregate#withoutPreAggregation}.
   *
   * @return the new transform
   */
  public SlicedWindowAggregateGlobally<V, O> withoutPreAggregation() {
    return new SlicedWindowAggregateGlobally<>(perKey.withoutPreAggregation());
  }

  /**
   * As {@link SlicedWindowAggregate#withHotKeyFanout(int)}: several workers aggregate slices, and
   * one the windows.
   *
   * @param shards over how many shards elements are spread, in turn; one or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code shards} is less than one
   */
  public SlicedWindowAggregateGlobally<V, O> withHotKeyFanout(int shards) {
    return new SlicedWindowAggregateGlobally<>(perKey.withHotKeyFanout(shards));
  }

  /**
   * As {@link SlicedWindowAggregate#withBadRecordErrorHandler}.
   *
   * @param handler takes the bad records, in the global window, with the timestamps of the elements
   * @return the new transform
   */
  public SlicedWindowAggregateGlobally<V, O> withBadRecordErrorHandler(
      ErrorHandler<BadRecord, ?> handler) {
    return new SlicedWindowAggregateGlobally<>(perKey.withBadRecordErrorHandler(handler));
  }

  /**
   * As {@link SlicedWindowAggregate#withLateOutput}.
   *
   * @param panesTag gets what this transform would have given
   * @param lateTag gets the late elements, in the global window, with their own timestamps
   * @return the new transform
   */
  public WithLateOutput<V, O> withLateOutput(
      TupleTag<O> panesTag, TupleTag<LateElement<V>> lateTag) {
    return new WithLateOutput<>(this, panesTag, lateTag);
  }

  @Override
  public PCollection<O> expand(PCollection<V> input) {
    return panesOf(expandTo(input, SideOutputs.NONE));
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    perKey.aggregation().populateDisplayData(builder, SideOutputs.NONE);
  }

  private PCollectionTuple expandTo(PCollection<V> input, SideOutputs sideOutputs) {
    AggregationInWindows<Byte, V, O> ofAll = perKey.aggregation();
    PCollection<KV<Byte, V>> keyed =
        ofAll
            .aggregation()
            .goodValues(input)
            .apply("Add the key", WithKeys.of(THE_KEY))
            .setCoder(KvCoder.of(ByteCoder.of(), input.getCoder()));
    return keyed.apply("Per key", new BothOutputs<>(ofAll.with(BadRecords.FAIL), sideOutputs));
  }

  private PCollection<O> panesOf(PCollectionTuple outputs) {
    TupleTag<KV<Byte, O>> panes = SlicedWindowAggregate.panesTag();
    return outputs.get(panes).apply("Panes without the key", Values.create());
  }

  /** The same step whether late elements are wanted or not, so that the name stays the same. */
  private static final class BothOutputs<V, O>
      extends PTransform<PCollection<KV<Byte, V>>, PCollectionTuple> {
    private static final long serialVersionUID = 1L;

    private final AggregationInWindows<Byte, V, O> perKey;
    private final SideOutputs sideOutputs;

    private BothOutputs(AggregationInWindows<Byte, V, O> perKey, SideOutputs sideOutputs) {
      this.perKey = perKey;
      this.sideOutputs = sideOutputs;
    }

    @Override
    public PCollectionTuple expand(PCollection<KV<Byte, V>> input) {
      return perKey.expand(input, sideOutputs);
    }
  }

  /**
   * A {@link SlicedWindowAggregateGlobally} with an output of late elements.
   *
   * @param <V> the type of the values
   * @param <O> the type of the results
   */
  public static final class WithLateOutput<V, O>
      extends PTransform<PCollection<V>, PCollectionTuple> {
    private static final long serialVersionUID = 1L;

    /** The transform without the late output. */
    private final SlicedWindowAggregateGlobally<V, O> aggregate;

    /** The user's tag of the panes. */
    private final TupleTag<O> panesTag;

    /** The user's tag of the late elements. */
    private final TupleTag<LateElement<V>> lateTag;

    private WithLateOutput(
        SlicedWindowAggregateGlobally<V, O> aggregate,
        TupleTag<O> panesTag,
        TupleTag<LateElement<V>> lateTag) {
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
    public WithLateOutput<V, O> windowedBy(Window<V> window) {
      return new WithLateOutput<>(aggregate.windowedBy(window), panesTag, lateTag);
    }

    /**
     * As {@link SlicedWindowAggregateGlobally#byStreamTime}; the late output stays empty then.
     *
     * @return the new transform
     */
    public WithLateOutput<V, O> byStreamTime() {
      return new WithLateOutput<>(aggregate.byStreamTime(), panesTag, lateTag);
    }

    @Override
    public PCollectionTuple expand(PCollection<V> input) {
      PCollectionTuple outputs = aggregate.expandTo(input, SideOutputs.LATE);
      TupleTag<KV<Byte, LateElement<V>>> late = SideOutputs.lateTag();
      return PCollectionTuple.of(panesTag, aggregate.panesOf(outputs))
          .and(lateTag, outputs.get(late).apply("Late elements without the key", Values.create()));
    }

    /** The late output does not rename the steps of a pipeline. */
    @Override
    protected String getKindString() {
      return "SlicedWindowAggregateGlobally";
    }

    @Override
    public void populateDisplayData(DisplayData.Builder builder) {
      super.populateDisplayData(builder);
      aggregate.perKey.aggregation().populateDisplayData(builder, SideOutputs.LATE);
    }
  }
}
