package io.slicewise.core.slice;

import java.io.Serializable;

/**
 * The encoding of the accumulators of an aggregate function.
 *
 * @param <A> the type of the accumulators
 */
public interface AccumulatorCodec<A> extends Serializable {
  /** The bytes of {@code accumulator}, which it does not change. */
  byte[] encode(A accumulator);

  /** A new accumulator from the bytes of {@link #encode}. */
  A decode(byte[] bytes);
}
