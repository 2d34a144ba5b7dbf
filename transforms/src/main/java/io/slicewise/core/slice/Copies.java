package io.slicewise.core.slice;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects copies of stored accumulators, in order of time, and merges them in one go.
 *
 * @param <A> the type of the accumulators
 */
public final class Copies<A> {
  private final AggregateFunction<?, A, ?> function;
  private final List<A> copies = new ArrayList<>();

  /** No copies yet of accumulators of {@code function}. */
  public Copies(AggregateFunction<?, A, ?> function) {
    this.function = function;
  }

  /** Adds a copy of {@code partial}. */
  public void add(Partial<A> partial) {
    copies.add(partial.copy(function));
  }

  /** Adds the segments of {@code slice} that count. */
  void addSegments(Slice<A> slice, LabelRange labels) {
    for (Segment<A> segment : slice.segments()) {
      if (labels.contains(segment.label())) {
        add(segment.partial());
      }
    }
  }

  /**
   * Adds the segments that count of the slices that start from {@code fromMillis} to before {@code
   * toMillis}.
   */
  void addSlices(SliceStore<A> store, long fromMillis, long toMillis, LabelRange labels) {
    for (Page<A> page : store.pagesOf(fromMillis, toMillis)) {
      if (!page.isOutside(labels)) {
        for (Slice<A> slice : page.slices(fromMillis, toMillis)) {
          addSegments(slice, labels);
        }
      }
    }
  }

  /**
   * Merges all copies, which it uses up, into {@code target}.
   *
   * @return how many they were
   */
  int mergeInto(Partial<A> target) {
    int count = copies.size();
    if (count > 0) {
      target.change(
          accumulator -> {
            copies.add(0, accumulator);
            return function.merge(copies);
          },
          function);
    }
    return count;
  }

  /** What is left of {@code whole} without all copies, which it uses up. */
  Folded<A> removedFrom(A whole) {
    A left = whole;
    for (A copy : copies) {
      left = function.remove(left, copy);
    }
    return new Folded<>(left, copies.size());
  }

  /** The fold of all copies, which it uses up. */
  public Folded<A> merged() {
    int count = copies.size();
    if (count == 0) {
      return new Folded<>(function.create(), 0);
    }
    return new Folded<>(count == 1 ? copies.get(0) : function.merge(copies), count);
  }
}
