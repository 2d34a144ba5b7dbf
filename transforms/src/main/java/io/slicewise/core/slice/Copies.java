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

  /** The fold of all copies, which it uses up. */
  public Folded<A> merged() {
    int count = copies.size();
    if (count == 0) {
      return new Folded<>(function.create(), 0);
    }
    return new Folded<>(count == 1 ? copies.get(0) : function.merge(copies), count);
  }
}
