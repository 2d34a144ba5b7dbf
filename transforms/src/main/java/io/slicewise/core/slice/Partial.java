package io.slicewise.core.slice;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * A stored accumulator, held as an object while elements are added to it and as bytes otherwise.
 *
 * <p>Folds need copies, as they may change what they merge; a copy is one decoding of the bytes, so
 * a partial that has gone cold is encoded once, however many windows share it. Storing it again, or
 * skipping over it, costs no call of the aggregate function at all.
 *
 * @param <A> the type of the accumulator
 */
public final class Partial<A> {
  /** Null if and only if {@link #bytes} is set. */
  private A accumulator;

  private byte[] bytes;

  private Partial(A accumulator, byte[] bytes) {
    this.accumulator = accumulator;
    this.bytes = bytes;
  }

  /** A partial that is {@code accumulator} from now on. */
  public static <A> Partial<A> of(A accumulator) {
    return new Partial<>(accumulator, null);
  }

  /** A partial whose accumulator has the encoding {@code bytes}. */
  public static <A> Partial<A> ofBytes(byte[] bytes) {
    return new Partial<>(null, bytes);
  }

  /** Adds {@code value} to the accumulator. */
  public <V> void add(V value, AggregateFunction<V, A, ?> function) {
    A current = bytes == null ? accumulator : function.decode(bytes);
    accumulator = function.add(current, value);
    bytes = null;
  }

  /** Replaces the accumulator by what {@code change} makes of it, which may change it. */
  void change(UnaryOperator<A> change, AccumulatorCodec<A> codec) {
    A current = bytes == null ? accumulator : codec.decode(bytes);
    accumulator = change.apply(current);
    bytes = null;
  }

  /** Merges what came after it, of which a copy is made. */
  void merge(Partial<A> later, AggregateFunction<?, A, ?> function) {
    change(whole -> function.merge(Arrays.asList(whole, later.copy(function))), function);
  }

  /** A copy that the caller may change. */
  public A copy(AccumulatorCodec<A> codec) {
    if (bytes == null) {
      bytes = codec.encode(accumulator);
      accumulator = null;
    }
    return codec.decode(bytes);
  }

  /** The accumulator as bytes; changes nothing, so that a snapshot may be taken at any time. */
  public byte[] toBytes(AccumulatorCodec<A> codec) {
    return bytes != null ? bytes : codec.encode(accumulator);
  }
}
