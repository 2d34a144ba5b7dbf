package io.slicewise.core.ordered;

import io.slicewise.core.slice.AccumulatorCodec;

/**
 * An element that waits for its turn, held as bytes until then if it was read from state.
 *
 * @param <V> the type of the element
 */
final class Waiting<V> {
  private final long timestampMillis;
  private final V value;

  /** Null if and only if {@link #value} is the element. */
  private final byte[] bytes;

  private Waiting(long timestampMillis, V value, byte[] bytes) {
    this.timestampMillis = timestampMillis;
    this.value = value;
    this.bytes = bytes;
  }

  static <V> Waiting<V> of(long timestampMillis, V value) {
    return new Waiting<>(timestampMillis, value, null);
  }

  static <V> Waiting<V> ofBytes(long timestampMillis, byte[] bytes) {
    return new Waiting<>(timestampMillis, null, bytes);
  }

  long timestampMillis() {
    return timestampMillis;
  }

  V value(AccumulatorCodec<V> codec) {
    return bytes == null ? value : codec.decode(bytes);
  }

  byte[] toBytes(AccumulatorCodec<V> codec) {
    return bytes == null ? codec.encode(value) : bytes;
  }
}
