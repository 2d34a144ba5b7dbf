package io.slicewise.core.slice;

import java.util.ArrayList;
import java.util.List;

/**
 * A run of neighbouring slices, with their fold kept once it has been computed.
 *
 * @param <A> the type of the accumulators
 */
final class Page<A> {
  private final long ordinal;
  private final List<Slice<A>> slices = new ArrayList<>();

  /** The fold of all segments of all slices, or null if it is not known. */
  private Partial<A> aggregate;

  Page(long ordinal) {
    this.ordinal = ordinal;
  }

  long ordinal() {
    return ordinal;
  }

  /** In order of time. */
  List<Slice<A>> slices() {
    return slices;
  }

  Partial<A> aggregate() {
    return aggregate;
  }

  void setAggregate(Partial<A> newAggregate) {
    this.aggregate = newAggregate;
  }

  /** The slice with {@code sliceOrdinal}, made if it is missing; the fold is forgotten. */
  Slice<A> sliceForUpdate(long sliceOrdinal) {
    aggregate = null;
    int position = positionOf(sliceOrdinal);
    if (position < slices.size() && slices.get(position).ordinal() == sliceOrdinal) {
      return slices.get(position);
    }
    Slice<A> slice = new Slice<>(sliceOrdinal);
    slices.add(position, slice);
    return slice;
  }

  /** The number of slices before {@code sliceOrdinal}. */
  int positionOf(long sliceOrdinal) {
    int low = 0;
    int high = slices.size();
    if (high > 0 && slices.get(high - 1).ordinal() < sliceOrdinal) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (slices.get(middle).ordinal() < sliceOrdinal) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Removes the slices before {@code sliceOrdinal}; returns how many there were. */
  int removeBefore(long sliceOrdinal) {
    int count = positionOf(sliceOrdinal);
    if (count > 0) {
      slices.subList(0, count).clear();
      aggregate = null;
    }
    return count;
  }
}
