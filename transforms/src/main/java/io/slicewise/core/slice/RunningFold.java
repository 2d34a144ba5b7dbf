package io.slicewise.core.slice;

import java.util.List;

/**
 * The fold of what is stored from one time to another, kept up to date as that changes. For
 * functions with an inverse.
 *
 * @param <A> the type of the accumulator
 */
final class RunningFold<A> {
  private long from;
  private long to;
  private final Partial<A> partial;

  RunningFold(long from, long to, Partial<A> partial) {
    this.from = from;
    this.to = to;
    this.partial = partial;
  }

  /** The start of the first slice that may be in it. */
  long from() {
    return from;
  }

  /** Slices that start from here on are not in it. */
  long to() {
    return to;
  }

  Partial<A> partial() {
    return partial;
  }

  boolean holds(long slice) {
    return from <= slice && slice < to;
  }

  /**
   * Moves it, by the slices that come and those that go.
   *
   * @return how many accumulators were merged or removed
   */
  int moveTo(long newFrom, long newTo, SliceStore<A> store, AggregateFunction<?, A, ?> function) {
    int changes =
        remove(store, from, Math.min(newFrom, to), function)
            + remove(store, Math.max(newTo, from), to, function)
            + merge(store, newFrom, Math.min(from, newTo), function)
            + merge(store, Math.max(to, newFrom), newTo, function);
    from = newFrom;
    to = newTo;
    return changes;
  }

  private int merge(
      SliceStore<A> store, long fromMillis, long toMillis, AggregateFunction<?, A, ?> function) {
    if (fromMillis >= toMillis) {
      return 0;
    }
    Copies<A> copies = new Copies<>(function);
    copies.addSlices(store, fromMillis, toMillis, LabelRange.ALL);
    return copies.mergeInto(partial);
  }

  private int remove(
      SliceStore<A> store, long fromMillis, long toMillis, AggregateFunction<?, A, ?> function) {
    int removed = 0;
    if (fromMillis < toMillis) {
      for (Page<A> page : store.pagesOf(fromMillis, toMillis)) {
        removed += remove(page.slices(fromMillis, toMillis), function);
      }
    }
    return removed;
  }

  /** Takes {@code slices}, which it holds, out. */
  int remove(List<Slice<A>> slices, AggregateFunction<?, A, ?> function) {
    int removed = 0;
    for (Slice<A> slice : slices) {
      for (Segment<A> segment : slice.segments()) {
        partial.change(whole -> function.remove(whole, segment.partial().copy(function)), function);
        removed++;
      }
    }
    return removed;
  }
}
