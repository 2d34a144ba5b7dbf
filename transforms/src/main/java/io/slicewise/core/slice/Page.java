package io.slicewise.core.slice;

import java.util.List;

/**
 * A run of neighbouring slices, with folds of them kept once they have been computed. Of a page
 * that is <i>cold</i>, only what does not need the slices is at hand; asked for more, it reads
 * them.
 *
 * @param <A> the type of the accumulators
 */
final class Page<A> {
  private final long ordinal;
  private final long firstInstant;
  private final ColdSlices<A> cold;
  private final PageFolds<A> folds;

  /** No label of a segment is less. */
  private long oldestLabel = Long.MAX_VALUE;

  /** No label of a segment is greater. */
  private long newestLabel = LabelRange.BEFORE_ALL;

  /** Null if and only if the page is cold. */
  private List<Slice<A>> slices;

  /** Null unless the page is cold. */
  private ColdBounds coldBounds;

  /** Whether the slices were asked for since {@link #beginIdle}. */
  private boolean touched;

  /** What is known of slices that are cold: how many there are, and where. */
  record ColdBounds(int sliceCount, long firstSlice, long lastSlice) {}

  private Page(
      long ordinal,
      long firstInstant,
      ColdSlices<A> cold,
      PageFolds<A> folds,
      List<Slice<A>> slices,
      ColdBounds coldBounds) {
    this.ordinal = ordinal;
    this.firstInstant = firstInstant;
    this.cold = cold;
    this.folds = folds;
    this.slices = slices;
    this.coldBounds = coldBounds;
  }

  /** A page whose slices are at hand. */
  static <A> Page<A> of(
      long ordinal,
      long firstInstant,
      ColdSlices<A> cold,
      PageFolds<A> folds,
      List<Slice<A>> slices) {
    Page<A> page = new Page<>(ordinal, firstInstant, cold, folds, slices, null);
    slices.forEach(slice -> slice.segments().forEach(segment -> page.noteLabel(segment.label())));
    return page;
  }

  /** A page whose slices are in {@code cold}. */
  static <A> Page<A> cold(
      long ordinal,
      long firstInstant,
      ColdSlices<A> cold,
      PageFolds<A> folds,
      ColdBounds coldBounds) {
    return new Page<>(ordinal, firstInstant, cold, folds, null, coldBounds);
  }

  long ordinal() {
    return ordinal;
  }

  /** In order of time. */
  List<Slice<A>> slices() {
    if (slices == null) {
      slices = cold.read(ordinal, firstInstant);
      coldBounds = null;
    }
    touched = true;
    return slices;
  }

  /** The slices of a page that is not cold, for a snapshot, which needs nothing of them. */
  List<Slice<A>> stored() {
    return slices;
  }

  int sliceCount() {
    return slices == null ? coldBounds.sliceCount() : slices.size();
  }

  boolean isCold() {
    return slices == null;
  }

  /** What is known of the slices of a page that is cold. */
  ColdBounds coldBounds() {
    return coldBounds;
  }

  /** Starts to look whether the slices are asked for. */
  void beginIdle() {
    touched = false;
  }

  /** Whether the slices are at hand but have not been asked for. */
  boolean isIdle() {
    return slices != null && !touched;
  }

  /** Whether slices that are at hand have holds, which are needed whenever the watermark moves. */
  boolean hasHolds() {
    return slices.stream().anyMatch(slice -> slice.holdCount() > 0);
  }

  /** Makes the page cold, and gives the bytes of its slices. */
  byte[] chill(SlicesCodec<A> codec) {
    byte[] bytes = codec.toBytes(slices, firstInstant);
    coldBounds =
        new ColdBounds(slices.size(), slices.get(0).start(), slices.get(slices.size() - 1).start());
    slices = null;
    return bytes;
  }

  /** The start of the first slice from {@code fromMillis} on, or {@link SliceStore#NONE}. */
  long firstSliceFrom(long fromMillis) {
    if (slices == null && fromMillis <= coldBounds.firstSlice()) {
      return coldBounds.firstSlice();
    }
    int position = positionOf(fromMillis);
    return position < sliceCount() ? slices().get(position).start() : SliceStore.NONE;
  }

  /** The slices that start from {@code fromMillis} to before {@code toMillis}, in order of time. */
  List<Slice<A>> slices(long fromMillis, long toMillis) {
    return slices().subList(positionOf(fromMillis), positionOf(toMillis));
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
    return folds.prefixLength() == sliceCount()
        ? 0
        : folds.reachFromStart(slices(), sliceCount(), function);
  }

  long oldestLabel() {
    return oldestLabel;
  }

  long newestLabel() {
    return newestLabel;
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
    List<Slice<A>> all = slices();
    int position = positionOf(sliceStart);
    if (position == all.size() || all.get(position).start() != sliceStart) {
      all.add(position, new Slice<>(sliceStart));
    }
    folds.forget(position, all.size());
    return all.get(position);
  }

  /** The number of slices before {@code sliceStart}. */
  int positionOf(long sliceStart) {
    if (slices == null && sliceStart <= coldBounds.firstSlice()) {
      return 0;
    }
    if (slices == null && sliceStart > coldBounds.lastSlice()) {
      return coldBounds.sliceCount();
    }
    List<Slice<A>> all = slices();
    int low = 0;
    int high = all.size();
    if (high > 0 && all.get(high - 1).start() < sliceStart) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all.get(middle).start() < sliceStart) {
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
    Slice<A> removed = slices().remove(position);
    folds.forget(position, slices().size());
    return removed;
  }

  /** Removes the first {@code count} slices. */
  void removeFirst(int count) {
    if (count > 0) {
      slices().subList(0, count).clear();
      folds.forgetFirst(slices().size());
    }
  }
}
