package io.slicewise.beam;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.inverse.AccumulatorInverse;
import io.slicewise.inverse.Inverses;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/**
 * A Beam {@link CombineFn} with the coder of its accumulators, for the engine.
 *
 * <p>Safe for use by several threads, as coders must be, if the function and the coder are.
 */
final class CombineFnAggregate<V, A, O> implements AggregateFunction<V, A, O> {
  private static final long serialVersionUID = 1L;

  private final CombineFn<V, A, O> combineFn;
  private final AccumulatorBytes<A> bytes;

  /** Null if there is none. */
  private final AccumulatorInverse<A> inverse;

  CombineFnAggregate(CombineFn<V, A, O> combineFn, Coder<A> accumulatorCoder) {
    this.combineFn = combineFn;
    this.bytes = new AccumulatorBytes<>(accumulatorCoder);
    this.inverse = Inverses.of(combineFn).orElse(null);
  }

  CombineFn<V, A, O> combineFn() {
    return combineFn;
  }

  Coder<A> accumulatorCoder() {
    return bytes.coder();
  }

  @Override
  public A create() {
    return combineFn.createAccumulator();
  }

  @Override
  public A add(A accumulator, V value) {
    return combineFn.addInput(accumulator, value);
  }

  @Override
  public A merge(List<A> accumulators) {
    return combineFn.mergeAccumulators(accumulators);
  }

  @Override
  public boolean isInvertible() {
    return inverse != null;
  }

  @Override
  public A remove(A whole, A part) {
    return inverse.remove(whole, part);
  }

  @Override
  public O extract(A accumulator) {
    return combineFn.extractOutput(accumulator);
  }

  @Override
  public byte[] encode(A accumulator) {
    return bytes.encode(accumulator);
  }

  @Override
  public A decode(byte[] encoded) {
    return bytes.decode(encoded);
  }
}
