package io.slicewise.core.slice;

import java.util.List;

/**
 * An aggregation that can be cut into parts: Beam's {@code CombineFn}, together with the encoding
 * of its accumulators.
 *
 * <p>Accumulators may be mutable. The core never hands out one that it still needs: whatever it
 * passes to {@link #merge} or {@link #extract} is a private copy, made by {@link #encode} and
 * {@link #decode}. Elements, accumulators and results may be null.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <O> the type of the results
 */
public interface AggregateFunction<V, A, O> extends AccumulatorCodec<A> {
  /** A new accumulator of nothing. */
  A create();

  /** Adds {@code value}; may change and return {@code accumulator}. */
  A add(A accumulator, V value);

  /**
   * Merges accumulators in the order of the list, which is the order of event time; may change any
   * of them.
   *
   * @param accumulators one or more
   */
  A merge(List<A> accumulators);

  /** Whether {@link #remove} may be called. */
  default boolean isInvertible() {
    return false;
  }

  /**
   * What is left of {@code whole} without {@code part}: {@code remove(merge(a, b), a)} is the same
   * as {@code b}, exactly. Such functions must not depend on the order in which they merge. May
   * change both.
   *
   * @throws UnsupportedOperationException if the function is not invertible
   */
  default A remove(A whole, A part) {
    throw new UnsupportedOperationException("remove: the function has no inverse.");
  }

  /** The result for {@code accumulator}, which it may change and keep. */
  O extract(A accumulator);
}
