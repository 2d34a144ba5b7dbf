package io.slicewise.core.slice;

import java.util.List;

/**
 * The function of another, with its calls counted.
 *
 * @param <A> the type of the accumulators
 */
final class CountingFunction<A> implements AggregateFunction<Object, A, String> {
  private static final long serialVersionUID = 1L;

  private final AggregateFunction<Object, A, String> function;
  private long changes;
  private long copies;

  CountingFunction(AggregateFunction<Object, A, String> function) {
    this.function = function;
  }

  /** How many accumulators were merged or removed. */
  long changes() {
    return changes;
  }

  /** How many accumulators were encoded or decoded. */
  long copies() {
    return copies;
  }

  @Override
  public A create() {
    return function.create();
  }

  @Override
  public A add(A accumulator, Object value) {
    return function.add(accumulator, value);
  }

  @Override
  public A merge(List<A> accumulators) {
    changes += accumulators.size();
    return function.merge(accumulators);
  }

  @Override
  public boolean isInvertible() {
    return function.isInvertible();
  }

  @Override
  public A remove(A whole, A part) {
    changes++;
    return function.remove(whole, part);
  }

  @Override
  public String extract(A accumulator) {
    return function.extract(accumulator);
  }

  @Override
  public byte[] encode(A accumulator) {
    copies++;
    return function.encode(accumulator);
  }

  @Override
  public A decode(byte[] bytes) {
    copies++;
    return function.decode(bytes);
  }
}
