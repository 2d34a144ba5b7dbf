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
