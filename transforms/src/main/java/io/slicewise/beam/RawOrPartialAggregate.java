package io.slicewise.beam;

import io.slicewise.core.slice.AggregateFunction;
import java.util.Arrays;
import java.util.List;

/**
 * A function of elements as one of elements and of partial aggregates, which it merges into the
 * accumulator.
 */
final class RawOrPartialAggregate<V, A, O> implements AggregateFunction<RawOrPartial<V>, A, O> {
  private static final long serialVersionUID = 1L;

  private final CombineFnAggregate<V, A, O> function;

  RawOrPartialAggregate(CombineFnAggregate<V, A, O> function) {
    this.function = function;
  }

  @Override
  public A create() {
    return function.create();
  }

  @Override
  public A add(A accumulator, RawOrPartial<V> value) {
    if (value instanceof RawOrPartial.Partial<V> partial) {
      return function.merge(Arrays.asList(accumulator, function.decode(partial.accumulator())));
    }
    return function.add(accumulator, ((RawOrPartial.Raw<V>) value).value());
  }

  @Override
  public A merge(List<A> accumulators) {
    return function.merge(accumulators);
  }

  @Override
  public boolean isInvertible() {
    return function.isInvertible();
  }

  @Override
  public A remove(A whole, A part) {
    return function.remove(whole, part);
  }

  @Override
  public O extract(A accumulator) {
    return function.extract(accumulator);
  }

  @Override
  public byte[] encode(A accumulator) {
    return function.encode(accumulator);
  }

  @Override
  public A decode(byte[] encoded) {
    return function.decode(encoded);
  }
}
