package io.slicewise.core.sliced;

import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;

/**
 * When the windows of a plan expire.
 *
 * @param windows the windows
 * @param allowedLatenessMillis how long after its end a window still takes elements
 */
record Expiry(WindowPlan windows, long allowedLatenessMillis) {

  /**
   * The last watermark at which {@code window} still takes elements: its last instant plus the
   * allowed lateness, cut to the end of time.
   */
  long of(long window) {
    return TimeBounds.plusWithinTime(windows.maxTimestampOf(window), allowedLatenessMillis);
  }

  /** The ordinal of the earliest window that has not expired at {@code watermarkMillis}. */
  long firstUnexpiredWindow(long watermarkMillis) {
    if (watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT) {
      return Long.MAX_VALUE;
    }
    boolean nothingExpires = allowedLatenessMillis > watermarkMillis - TimeBounds.MIN_TIMESTAMP;
    return windows.firstOpenWindow(
        nothingExpires ? TimeBounds.MIN_TIMESTAMP : watermarkMillis - allowedLatenessMillis);
  }
}
