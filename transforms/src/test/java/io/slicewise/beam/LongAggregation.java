package io.slicewise.beam;

import io.slicewise.aggregate.sketch.ApproximateDistinct;
import io.slicewise.core.slice.AggregateFunction;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Mean;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Top;

/** Aggregations of longs that differ in what an accumulator, its copy and a merge cost. */
public enum LongAggregation {
  /** A few bytes; a merge is an addition. */
  LONG_SUM(Sum.ofLongs()),
  /** A few bytes, with the value coder in the accumulator coder. */
  MEAN(Mean.of()),
  /** Up to 2 kB; a copy and a merge are passes over all registers once the sketch is dense. */
  HLL(ApproximateDistinct.of(VarLongCoder.of())),
  /** Up to ten values; a merge sorts. */
  TOP_10(Top.largestFn(10));

  @SuppressWarnings("ImmutableEnumChecker") // functions hold nothing but their settings
  private final AggregateFunction<Long, Object, Object> function;

  LongAggregation(CombineFn<Long, ?, ?> combineFn) {
    this.function = functionOf(combineFn);
  }

  /** The aggregation as the engine takes it, with the accumulator coder that Beam infers. */
  public AggregateFunction<Long, Object, Object> function() {
    return function;
  }

  /** The types of accumulators and results matter to no one who only runs the function. */
  @SuppressWarnings("unchecked")
  private static AggregateFunction<Long, Object, Object> functionOf(
      CombineFn<Long, ?, ?> combineFn) {
    CombineFn<Long, Object, Object> erased = (CombineFn<Long, Object, Object>) combineFn;
    try {
      Coder<Object> accumulators =
          erased.getAccumulatorCoder(CoderRegistry.createDefault(), VarLongCoder.of());
      return new CombineFnAggregate<>(erased, accumulators);
    } catch (CannotProvideCoderException e) {
      throw new IllegalStateException(e);
    }
  }
}
