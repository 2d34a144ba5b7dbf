package io.slicewise.core.sliced;

import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;

/** What is stored of one key for the windows of one specification, beside the shared slices. */
final class SpecState {
  private final WindowRecords records = new WindowRecords();

  /** The earliest pending event-time timer of any window, or {@link TimerRequest#NONE}. */
  private long nextEventTime = TimerRequest.NONE;

  /** The earliest timestamp hold of any window, or {@link TimerRequest#NONE}. */
  private long earliestHold = TimerRequest.NONE;

  /** The latest window with data that was over, if empty windows are filled in after it. */
  private long lastDataWindow = WindowPlan.NO_WINDOW;

  /** The latest window that had expired when an element came which others still took. */
  private long lastMissingWindow = WindowPlan.NO_WINDOW;

  /** Windows that ended before take no elements, as an update has come between. */
  private long closedBefore = TimeBounds.MIN_TIMESTAMP;

  /** Whether there is nothing to do any more. */
  boolean isEmpty() {
    return records.size() == 0 && nextEventTime == TimerRequest.NONE;
  }

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

  long lastDataWindow() {
    return lastDataWindow;
  }

  void setLastDataWindow(long window) {
    this.lastDataWindow = window;
  }

  /** The last instant of the windows from which on all take elements, if not expired. */
  long closedBefore() {
    return closedBefore;
  }

  /** Lets all windows take elements, as those that did not have expired. */
  void reopen() {
    this.closedBefore = TimeBounds.MIN_TIMESTAMP;
  }

  void closeBefore(long millis) {
    this.closedBefore = Math.max(closedBefore, millis);
  }

  long lastMissingWindow() {
    return lastMissingWindow;
  }

  void setLastMissingWindow(long window) {
    this.lastMissingWindow = window;
  }
}
