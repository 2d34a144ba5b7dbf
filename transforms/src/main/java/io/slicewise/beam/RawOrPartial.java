package io.slicewise.beam;

import java.util.Arrays;

/**
 * What goes to the step that keeps the windows of a key: an element, or a partial aggregate of
 * several that lie in one slice. Immutable, if elements are.
 *
 * @param <V> the type of the elements
 */
sealed interface RawOrPartial<V> {
  /** How many elements it stands for, one or more. */
  long count();

  /**
   * An element as it came.
   *
   * @param value the element
   */
  record Raw<V>(V value) implements RawOrPartial<V> {
    @Override
    public long count() {
      return 1;
    }
  }

  /**
   * A partial aggregate. It is held encoded, as the function may change what it merges and what is
   * sent must not change.
   */
  final class Partial<V> implements RawOrPartial<V> {
    private final byte[] accumulator;
    private final long count;

    /**
     * A partial aggregate.
     *
     * @param accumulator the encoded accumulator, which nothing may change any more
     * @param count how many elements it holds
     */
    Partial(byte[] accumulator, long count) {
      this.accumulator = accumulator;
      this.count = count;
    }

    /** The encoded accumulator, which must not be changed. */
    byte[] accumulator() {
      return accumulator;
    }

    @Override
    public long count() {
      return count;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Partial<?> that
          && count == that.count
          && Arrays.equals(accumulator, that.accumulator);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(accumulator) + Long.hashCode(count);
    }

    @Override
    public String toString() {
      return "Partial[count=" + count + ", accumulator=" + Arrays.toString(accumulator) + "]";
    }
  }
}
