package io.slicewise.core.sliced;

import io.slicewise.core.engine.GroupState;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.window.TimeBounds;

/**
 * What is stored of one key for windows that share slices.
 *
 * @param <A> the type of the accumulators
 */
public final class SlicedState<A> implements GroupState {
  private final SliceStore<A> slices;

  private final WindowRecords records = new WindowRecords();

  /** The largest timestamp seen, where elements are put into windows by stream time. */
  private long streamTime = TimeBounds.MIN_TIMESTAMP;

  /** Counts the firings after which segments must be told apart. */
  private long firingSequence;

  /** The earliest pending event-time timer of any window, or {@link TimerRequest#NONE}. */
  private long nextEventTime = TimerRequest.NONE;

  /** The earliest timestamp hold of any window, or {@link TimerRequest#NONE}. */
  private long earliestHold = TimerRequest.NONE;

  SlicedState(SliceStore<A> slices) {
    this.slices = slices;
  }

  @Override
  public boolean isEmpty() {
    return slices.isEmpty() && records.size() == 0;
  }

  @Override
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
