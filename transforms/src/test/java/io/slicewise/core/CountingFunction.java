package io.slicewise.core;

import io.slicewise.core.slice.AggregateFunction;
import java.util.List;

/** Counts the calls of a function that cost something. */
public final class CountingFunction<V, A, O> implements AggregateFunction<V, A, O> {
  private static final long serialVersionUID = 1L;

  private final AggregateFunction<V, A, O> function;
  private long merged;
  private long encoded;
  private long decoded;

  /** Counts the calls of {@code function}, from zero. */
  public CountingFunction(AggregateFunction<V, A, O> function) {
    this.function = function;
  }

  /** What was called so far. */
  public Calls calls() {
    return new Calls(merged, encoded, decoded);
  }

  /**
   * How much was called.
   *
   * @param merged how many accumulators were given to merges
   * @param encoded how many accumulators were turned into bytes
   * @param decoded how many accumulators were made from bytes
   */
  public record Calls(long merged, long encoded, long decoded) {
    /** No calls. */
    public static final Calls NONE = new Calls(0, 0, 0);

    /** The calls of both. */
    public Calls plus(Calls other) {
      return new Calls(merged + other.merged, encoded + other.encoded, decoded + other.decoded);
    }

    /** The calls since there were {@code earlier} ones. */
    public Calls since(Calls earlier) {
      return new Calls(
          merged - earlier.merged, encoded - earlier.encoded, decoded - earlier.decoded);
    }
  }

  @Override
  public A create() {
    return function.create();
  }

  @Override
  public A add(A accumulator, V value) {
    return function.add(accumulator, value);
  }

  @Override
  public A merge(List<A> accumulators) {
    merged += accumulators.size();
    return function.merge(accumulators);
  }

  @Override
  public O extract(A accumulator) {
    return function.extract(accumulator);
  }

  @Override
  public byte[] encode(A accumulator) {
    encoded++;
    return function.encode(accumulator);
  }

  @Override
  public A decode(byte[] bytes) {
    decoded++;
    return function.decode(bytes);
  }
}
