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

  /** The slice that starts at {@code sliceStart}, made if it is missing; the fold is forgotten. */
  Slice<A> sliceForUpdate(long sliceStart) {
    aggregate = null;
    int position = positionOf(sliceStart);
    if (position < slices.size() && slices.get(position).start() == sliceStart) {
      return slices.get(position);
    }
    Slice<A> slice = new Slice<>(sliceStart);
    slices.add(position, slice);
    return slice;
  }

  /** The number of slices before {@code sliceStart}. */
  int positionOf(long sliceStart) {
    int low = 0;
    int high = slices.size();
    if (high > 0 && slices.get(high - 1).start() < sliceStart) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (slices.get(middle).start() < sliceStart) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Removes the slice that starts at {@code sliceStart}, which must be there. */
  Slice<A> remove(long sliceStart) {
    aggregate = null;
    return slices.remove(positionOf(sliceStart));
  }

  /** Removes the slices before {@code sliceStart}; returns how many there were. */
  int removeBefore(long sliceStart) {
    int count = positionOf(sliceStart);
    if (count > 0) {
      slices.subList(0, count).clear();
      aggregate = null;
    }
    return count;
  }
}
