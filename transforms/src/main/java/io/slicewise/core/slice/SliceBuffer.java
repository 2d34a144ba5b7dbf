package io.slicewise.core.slice;

import java.util.Arrays;

/**
 * A few slices with what came since they were last made part of a {@link SliceStore}: what is read
 * and written for each element where the store itself is not.
 *
 * @param <A> the type of the accumulators
 */
public final class SliceBuffer<A> {
  /** How many slices there may be, so that one that is read for each element stays small. */
  public static final int CAPACITY = 64;

  private static final int USUAL_SIZE = 4;

  private long[] starts = new long[USUAL_SIZE];
  private Partial<A>[] partials = newPartials(USUAL_SIZE);
  private int size;

  /** The number of slices. */
  public int size() {
    return size;
  }

  /** The first instant of a slice, in milliseconds; they are in order of time. */
  public long start(int position) {
    return starts[position];
  }

  /** What came in a slice. */
  public Partial<A> partial(int position) {
    return partials[position];
  }

  /**
   * Adds an element.
   *
   * @param start the first instant of its slice
   * @return whether it is added; if not, nothing is changed as there are too many slices
   */
  public <V> boolean add(long start, V value, AggregateFunction<V, A, ?> function) {
    int position = size;
    while (position > 0 && starts[position - 1] > start) {
      position--;
    }
    if (position > 0 && starts[position - 1] == start) {
      partials[position - 1].add(value, function);
      return true;
    }
    if (size == CAPACITY) {
      return false;
    }
    Partial<A> partial = Partial.of(function.create());
    partial.add(value, function);
    insert(position, start, partial);
    return true;
  }

  /** Puts a slice after all others. */
  void append(long start, Partial<A> partial) {
    insert(size, start, partial);
  }

  private void insert(int position, long start, Partial<A> partial) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      partials = Arrays.copyOf(partials, 2 * size);
    }
    System.arraycopy(starts, position, starts, position + 1, size - position);
    System.arraycopy(partials, position, partials, position + 1, size - position);
    starts[position] = start;
    partials[position] = partial;
    size++;
  }

  /** Removes all slices. */
  public void clear() {
    Arrays.fill(partials, 0, size, null);
    size = 0;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <A> Partial<A>[] newPartials(int length) {
    return new Partial[length];
  }
}
