package io.slicewise.core.engine;

import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.window.TimeBounds;

/**
 * All that is stored of one key. A {@link KeyEngine} changes it in place; a {@link KeyStateCodec}
 * turns it into bytes and back. Not safe for use by several threads at once, except that encoding
 * changes nothing.
 *
 * @param <A> the type of the accumulators
 */
public final class KeyState<A> {
  private final SliceStore<A> slices;

  private final WindowRecords records = new WindowRecords();

  /** The highest watermark seen; every window that was over then has been dealt with. */
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  /** The largest timestamp seen, where elements are put into windows by stream time. */
  private long streamTime = TimeBounds.MIN_TIMESTAMP;

  /** Counts the firings after which segments must be told apart. */
  private long firingSequence;

  /** The earliest pending event-time timer of any window, or {@link TimerRequest#NONE}. */
  private long nextEventTime = TimerRequest.NONE;

  /** The earliest timestamp hold of any window, or {@link TimerRequest#NONE}. */
  private long earliestHold = TimerRequest.NONE;

  KeyState(SliceStore<A> slices) {
    this.slices = slices;
  }

  /** Whether nothing is stored of the key any more, so that its state can be removed. */
  public boolean isEmpty() {
    return slices.isEmpty() && records.size() == 0;
  }

  /** The number of slices that hold something. */
  public int liveSlices() {
    return slices.sliceCount();
  }

  /** The number of windows that have a record of their own. */
  public int windowRecords() {
    return records.size();
  }

  SliceStore<A> slices() {
    return slices;
  }

  WindowRecords records() {
    return records;
  }

  long watermark() {
    return watermark;
  }

  void setWatermark(long watermarkMillis) {
    this.watermark = watermarkMillis;
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

  long nextEventTime() {
    return nextEventTime;
  }

  void setNextEventTime(long millis) {
    this.nextEventTime = millis;
  }

  long earliestHold() {
    return earliestHold;
  }

  void setEarliestHold(long millis) {
    this.earliestHold = millis;
  }
}
