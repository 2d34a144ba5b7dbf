package io.slicewise.core.sliced;

import io.slicewise.core.engine.GroupState;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.window.TimeBounds;

/**
 * What is stored of one key for windows that share slices.
 *
 * @param <A> the type of the accumulators
 */
public final class SlicedState<A> implements GroupState {
  private final SliceStore<A> slices;
  private final SpecState[] specs;

  /** The largest timestamp seen, where elements are put into windows by stream time. */
  private long streamTime = TimeBounds.MIN_TIMESTAMP;

  /** Counts the firings after which segments must be told apart. */
  private long firingSequence;

  /** The watermark up to which slices are free of edges that no window needs. */
  private long recutWatermark = TimeBounds.MIN_TIMESTAMP;

  SlicedState(SliceStore<A> slices, SpecState[] specs) {
    this.slices = slices;
    this.specs = specs;
  }

  @Override
  public boolean isEmpty() {
    if (!slices.isEmpty()) {
      return false;
    }
    for (SpecState spec : specs) {
      if (!spec.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int liveSlices() {
    return slices.sliceCount();
  }

  /** The number of windows that have a record of their own. */
  public int windowRecords() {
    int count = 0;
    for (SpecState spec : specs) {
      count += spec.records().size();
    }
    return count;
  }

  SliceStore<A> slices() {
    return slices;
  }

  /** What is stored for the window specification at {@code position}. */
  SpecState spec(int position) {
    return specs[position];
  }

  long streamTime() {
    return streamTime;
  }

  void setStreamTime(long millis) {
    this.streamTime = millis;
  }

  long firingSequence() {
    return firingSequence;
  }

  void setFiringSequence(long sequence) {
    this.firingSequence = sequence;
  }

  long recutWatermark() {
    return recutWatermark;
  }

  void setRecutWatermark(long millis) {
    this.recutWatermark = millis;
  }
}
