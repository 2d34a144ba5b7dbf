package io.slicewise.core.sliced;

import io.slicewise.core.firing.FiringRecord;
import io.slicewise.core.slice.LabelRange;
import io.slicewise.core.trigger.TriggerState;

/**
 * What is stored of one window beyond its slices. Windows that only wait for their end have none.
 */
final class WindowRecord extends FiringRecord {
  private final long window;
  private long lastFiring = LabelRange.BEFORE_ALL;

  WindowRecord(long window, TriggerState trigger) {
    super(trigger);
    this.window = window;
  }

  /** This record, of the same window with another ordinal. */
  WindowRecord ofWindow(long ordinal) {
    WindowRecord record = new WindowRecord(ordinal, trigger());
    record.setLastPane(lastPane());
    record.setHasNewElements(hasNewElements());
    record.setHold(hold());
    record.setWaitsForEnd(waitsForEnd());
    record.setProcessingTimers(processingTimers());
    record.setLastFiring(lastFiring);
    return record;
  }

  /** The ordinal of the window. */
  long window() {
    return window;
  }

  /** The firing sequence number of the key when this window last fired, if it matters. */
  long lastFiring() {
    return lastFiring;
  }

  void setLastFiring(long firing) {
    this.lastFiring = firing;
  }
}
