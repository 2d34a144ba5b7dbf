package io.slicewise.core.sliced;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;

/**
 * One window specification of those that share slices.
 *
 * @param index its index among all of the aggregation, from 0
 * @param position its position among those that share the slices, from 0
 * @param settings when its windows fire
 * @param windows its windows
 */
public record PlannedSpec(int index, int position, WindowingSpec settings, WindowPlan windows) {

  /**
   * The last watermark at which {@code window} still takes elements: its last instant plus the
   * allowed lateness, cut to the end of time.
   */
  long expiryOf(long window) {
    return TimeBounds.plusWithinTime(
        windows.maxTimestampOf(window), settings.allowedLatenessMillis());
  }

  /** The ordinal of the earliest window that has not expired at {@code watermarkMillis}. */
  long firstUnexpiredWindow(long watermarkMillis) {
    if (watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT) {
      return Long.MAX_VALUE;
    }
    long lateness = settings.allowedLatenessMillis();
    boolean nothingExpires = lateness > watermarkMillis - TimeBounds.MIN_TIMESTAMP;
    return windows.firstOpenWindow(
        nothingExpires ? TimeBounds.MIN_TIMESTAMP : watermarkMillis - lateness);
  }

  /** The start of the earliest window that has not expired; edges before it tell nothing apart. */
  long horizon(long watermarkMillis) {
    long window = firstUnexpiredWindow(watermarkMillis);
    return window == Long.MAX_VALUE ? Long.MAX_VALUE : windows.startOf(window);
  }

  /** Whether a window that has not expired holds the slice that starts at {@code slice}. */
  boolean needs(long slice, long watermarkMillis) {
    long first = Math.max(windows.firstOpenWindow(slice), firstUnexpiredWindow(watermarkMillis));
    return first <= windows.lastStartedWindow(slice);
  }
}
