package io.slicewise.core.sliced;

import io.slicewise.core.engine.TimerRequest;

/** What is stored of one key for the windows of one specification, beside the shared slices. */
final class SpecState {
  private final WindowRecords records = new WindowRecords();

  /** The earliest pending event-time timer of any window, or {@link TimerRequest#NONE}. */
  private long nextEventTime = TimerRequest.NONE;

  /** The earliest timestamp hold of any window, or {@link TimerRequest#NONE}. */
  private long earliestHold = TimerRequest.NONE;

  WindowRecords records() {
    return records;
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
