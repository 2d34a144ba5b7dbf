package io.slicewise.beam;

import java.util.Objects;
import org.apache.beam.sdk.coders.ByteCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Aggregates all values in windows, like {@code Window.into(...)} followed by {@code
 * Combine.globally(...).withoutDefaults()}: windows without elements give nothing.
 *
 * <p>Made by {@link SlicedWindowAggregate#globally}, which has the details. All elements go to one
 * worker, as they share one key.
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
    return panesOf(expandTo(input, false));
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    perKey.populateDisplayData(builder, false);
  }

  private PCollectionTuple expandTo(PCollection<V> input, boolean lateOutput) {
    PCollection<KV<Byte, V>> keyed =
        input
            .apply("Add the key", WithKeys.of(THE_KEY))
            .setCoder(KvCoder.of(ByteCoder.of(), input.getCoder()));
    return keyed.apply("Per key", new BothOutputs<>(perKey, lateOutput));
  }

  private PCollection<O> panesOf(PCollectionTuple outputs) {
    TupleTag<KV<Byte, O>> panes = SlicedWindowAggregate.panesTag();
    return outputs.get(panes).apply("Panes without the key", Values.create());
  }

  /** The same step whether late elements are wanted or not, so that the name stays the same. */
  private static final class BothOutputs<V, O>
      extends PTransform<PCollection<KV<Byte, V>>, PCollectionTuple> {
    private static final long serialVersionUID = 1L;

    private final SlicedWindowAggregate<Byte, V, O> perKey;
    private final boolean lateOutput;

    private BothOutputs(SlicedWindowAggregate<Byte, V, O> perKey, boolean lateOutput) {
      this.perKey = perKey;
      this.lateOutput = lateOutput;
    }

    @Override
    public PCollectionTuple expand(PCollection<KV<Byte, V>> input) {
      return perKey.expandTo(input, lateOutput);
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
      PCollectionTuple outputs = aggregate.expandTo(input, true);
      TupleTag<KV<Byte, LateElement<V>>> late = SlicedWindowAggregate.lateTag();
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
      aggregate.perKey.populateDisplayData(builder, true);
    }
  }
}
