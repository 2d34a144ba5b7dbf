package io.slicewise.core.slice;

import java.util.ArrayList;
import java.util.List;

/**
 * A run of neighbouring slices, with folds of them kept once they have been computed.
 *
 * @param <A> the type of the accumulators
 */
final class Page<A> {
  private final long ordinal;
  private final List<Slice<A>> slices = new ArrayList<>();
  private final PageFolds<A> folds = new PageFolds<>();

  /** No label of a segment is less. */
  private long oldestLabel = Long.MAX_VALUE;

  /** No label of a segment is greater. */
  private long newestLabel = LabelRange.BEFORE_ALL;

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

  /** The slices that start from {@code fromMillis} to before {@code toMillis}, in order of time. */
  List<Slice<A>> slices(long fromMillis, long toMillis) {
    return slices.subList(positionOf(fromMillis), positionOf(toMillis));
  }

  PageFolds<A> folds() {
    return folds;
  }

  /**
   * Computes the fold of the whole page, {@link PageFolds#prefix}, if it is not known.
   *
   * @return how many accumulators were merged for it
   */
  int foldWhole(AggregateFunction<?, A, ?> function) {
    return folds.reachFromStart(slices, slices.size(), function);
  }

  /** Lets a label of a segment be known. */
  void noteLabel(long label) {
    oldestLabel = Math.min(oldestLabel, label);
    newestLabel = Math.max(newestLabel, label);
  }

  /** Whether every segment counts; may say no of labels that were there once. */
  boolean isWithin(LabelRange labels) {
    return labels.contains(oldestLabel) && labels.contains(newestLabel);
  }

  /** Whether no segment counts; may say no of labels that were there once. */
  boolean isOutside(LabelRange labels) {
    return newestLabel <= labels.after() || oldestLabel > labels.upTo();
  }

  /** The slice that starts at {@code sliceStart}, made if missing; folds of it are forgotten. */
  Slice<A> sliceForUpdate(long sliceStart) {
    int position = positionOf(sliceStart);
    if (position == slices.size() || slices.get(position).start() != sliceStart) {
      slices.add(position, new Slice<>(sliceStart));
    }
    folds.forget(position, slices.size());
    return slices.get(position);
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
    int position = positionOf(sliceStart);
    Slice<A> removed = slices.remove(position);
    folds.forget(position, slices.size());
    return removed;
  }

  /** Removes the first {@code count} slices. */
  void removeFirst(int count) {
    if (count > 0) {
      slices.subList(0, count).clear();
      folds.forgetFirst(slices.size());
    }
  }
}
