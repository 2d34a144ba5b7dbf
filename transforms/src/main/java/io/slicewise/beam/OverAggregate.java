package io.slicewise.beam;

import io.slicewise.core.OrderedAggregation;
import io.slicewise.core.pane.OverRow;
import io.slicewise.core.window.OverFrame;
import java.util.Objects;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
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
 * Gives each element with an aggregate of the elements of its key before it, as SQL's {@code OVER
 * (PARTITION BY key ORDER BY time ...)} does: those of a {@linkplain #range range} of time, or a
 * number of {@linkplain #rows rows}.
 *
 * <pre>
 * range 4, a sum
 *
 * time       0  1  2  3  4  5  6  7  8  9
 * elements      1     2     4           8
 * frames        *
 *               ------*                      of 2: 1 + 2
 *               ------------*                of 4: 1 + 2 + 4
 *                           ------------*    of 8: 4 + 8
 * </pre>
 *
 * <p>Elements are taken in order of event time, those of the same timestamp in order of arrival,
 * each once the watermark is beyond it, so that no result has to be corrected later. An element
 * that comes after that is late: it is counted, or goes to the {@linkplain #withLateOutput late
 * output}, and is in no frame. {@linkplain #withAllowedLateness With an allowed lateness} elements
 * are taken that much later.
 *
 * <p>A result has the timestamp of its element and is in the global window, whatever windows the
 * input has.
 *
 * <p>Cost per element: one read and one write of the key's state, which holds what waits for the
 * watermark and what later frames need. That is up to two accumulators for each element of a frame,
 * some of which hold many elements: with accumulators that grow with what they hold, such as sets,
 * a frame of n elements takes memory of the order of n squared. Cost per result: about three merges
 * of accumulators; no inverse is needed, and the function need not be commutative. Metrics are
 * those of {@link SlicedWindowMetrics}, results counting as panes.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <O> the type of the aggregates
 */
public final class OverAggregate<K, V, O>
    extends PTransform<PCollection<KV<K, V>>, PCollection<KV<K, OverResult<V, O>>>> {
  private static final long serialVersionUID = 1L;

  /** What to aggregate with. */
  private final CombineFn<? super V, ?, O> combineFn;

  /** Over which elements; null until set. */
  private final OverFrame frame;

  /** How long results wait for late elements. */
  private final Duration allowedLateness;

  /** Where elements go that cannot be aggregated. */
  private final BadRecords badRecords;

  private OverAggregate(
      CombineFn<? super V, ?, O> combineFn,
      OverFrame frame,
      Duration allowedLateness,
      BadRecords badRecords) {
    this.combineFn = combineFn;
    this.frame = frame;
    this.allowedLateness = allowedLateness;
    this.badRecords = badRecords;
  }

  /**
   * Aggregates the values of each key with {@code combineFn}; {@link #range} or {@link #rows} must
   * follow.
   *
   * @param combineFn a {@link CombineFn}, such as {@code Sum.ofLongs()}
   * @param <K> the type of the keys
   * @param <V> the type of the values
   * @param <O> the type of the aggregates
   * @return an aggregation without a frame
   * @throws IllegalArgumentException if {@code combineFn} uses side inputs
   */
  public static <K, V, O> OverAggregate<K, V, O> perKey(
      GlobalCombineFn<? super V, ?, O> combineFn) {
    return new OverAggregate<>(
        OrderedSteps.withoutContext(combineFn), null, Duration.ZERO, BadRecords.FAIL);
  }

  /**
   * Returns a transform like this one whose frames are the elements of the last {@code range} up to
   * the element's timestamp, both included, and all with that very timestamp.
   *
   * @param range zero or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code range} is out of range
   */
  public OverAggregate<K, V, O> range(Duration range) {
    Objects.requireNonNull(range, "range");
    return new OverAggregate<>(
        combineFn, new OverFrame.Range(range.getMillis()), allowedLateness, badRecords);
  }

  /**
   * Returns a transform like this one whose frames are the last {@code rows} elements, the element
   * itself included. What they hold is kept for a key until the input ends.
   *
   * @param rows 1 or more
   * @return the new transform
   * @throws IllegalArgumentException if {@code rows} is less than 1
   */
  public OverAggregate<K, V, O> rows(int rows) {
    return new OverAggregate<>(combineFn, new OverFrame.Rows(rows), allowedLateness, badRecords);
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
  public OverAggregate<K, V, O> withAllowedLateness(Duration newAllowedLateness) {
    return new OverAggregate<>(
        combineFn, frame, OrderedSteps.requireLateness(newAllowedLateness), badRecords);
  }

  /**
   * As {@link SlicedWindowAggregate#withBadRecordErrorHandler}.
   *
   * @param handler takes the bad records, in the global window, with the timestamps of the elements
   * @return the new transform
   */
  public OverAggregate<K, V, O> withBadRecordErrorHandler(ErrorHandler<BadRecord, ?> handler) {
    return new OverAggregate<>(combineFn, frame, allowedLateness, BadRecords.to(handler));
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
      TupleTag<KV<K, OverResult<V, O>>> resultsTag, TupleTag<KV<K, LateElement<V>>> lateTag) {
    return new WithLateOutput<>(this, resultsTag, lateTag);
  }

  @Override
  public PCollection<KV<K, OverResult<V, O>>> expand(PCollection<KV<K, V>> input) {
    TupleTag<KV<K, OverResult<V, O>>> results = SlicedWindowAggregate.panesTag();
    return expandTo(input, false).get(results);
  }

  private PCollectionTuple expandTo(PCollection<KV<K, V>> input, boolean lateOutput) {
    if (frame == null) {
      throw new IllegalArgumentException(
          "OverAggregate: no frame is set. Add .range(duration) or .rows(number).");
    }
    return expandTo(input, OrderedSteps.<V, O>functionOf(combineFn), lateOutput);
  }

  private <A> PCollectionTuple expandTo(
      PCollection<KV<K, V>> input, CombineFn<V, A, O> combineFnOfV, boolean lateOutput) {
    AggregateCoders<K, V, A, O> coders = AggregateCoders.of("OverAggregate", input, combineFnOfV);
    Coder<V> valueCoder = coders.elements().getValueCoder();
    Optional<KvCoder<K, OverResult<V, O>>> results =
        coders
            .results()
            .map(
                coder ->
                    KvCoder.of(
                        coder.getKeyCoder(), OverResult.coder(valueCoder, coder.getValueCoder())));
    PaneOutput<K, OverRow<V, O>, OverResult<V, O>> output = PaneOutput.ofRows();
    CombineFnAggregate<V, A, O> function =
        new CombineFnAggregate<>(combineFnOfV, coders.accumulator());
    return OrderedSteps.apply(
        "OverAggregate",
        badRecords.good(input, KV::getValue, function),
        OrderedKeys.over(
            new OrderedAggregation<>(frame, allowedLateness.getMillis()), function, valueCoder),
        output,
        results,
        coders.lateElements(),
        lateOutput);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    populateDisplayData(builder, false);
  }

  private void populateDisplayData(DisplayData.Builder builder, boolean lateOutput) {
    OrderedSteps.populateDisplayData(builder, combineFn, frame, allowedLateness, lateOutput);
    badRecords.populateDisplayData(builder);
  }

  /**
   * An {@link OverAggregate} with an output of late elements.
   *
   * @param <K> the type of the keys
   * @param <V> the type of the values
   * @param <O> the type of the aggregates
   */
  public static final class WithLateOutput<K, V, O>
      extends PTransform<PCollection<KV<K, V>>, PCollectionTuple> {
    private static final long serialVersionUID = 1L;

    /** The transform without the late output. */
    private final OverAggregate<K, V, O> aggregate;

    /** The user's tag of the results. */
    private final TupleTag<KV<K, OverResult<V, O>>> resultsTag;

    /** The user's tag of the late elements. */
    private final TupleTag<KV<K, LateElement<V>>> lateTag;

    private WithLateOutput(
        OverAggregate<K, V, O> aggregate,
        TupleTag<KV<K, OverResult<V, O>>> resultsTag,
        TupleTag<KV<K, LateElement<V>>> lateTag) {
      this.aggregate = aggregate;
      this.resultsTag = Objects.requireNonNull(resultsTag, "resultsTag");
      this.lateTag = Objects.requireNonNull(lateTag, "lateTag");
    }

    @Override
    public PCollectionTuple expand(PCollection<KV<K, V>> input) {
      PCollectionTuple outputs = aggregate.expandTo(input, true);
      TupleTag<KV<K, OverResult<V, O>>> results = SlicedWindowAggregate.panesTag();
      TupleTag<KV<K, LateElement<V>>> late = SideOutputs.lateTag();
      return PCollectionTuple.of(resultsTag, outputs.get(results)).and(lateTag, outputs.get(late));
    }

    /** The late output does not rename the steps of a pipeline. */
    @Override
    protected String getKindString() {
      return "OverAggregate";
    }

    @Override
    public void populateDisplayData(DisplayData.Builder builder) {
      super.populateDisplayData(builder);
      aggregate.populateDisplayData(builder, true);
    }
  }
}
