package io.slicewise.core.trailing;

import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TrailingWindows;

/**
 * Which windows a key has, and when they expire. Windows are known by their ends: there is one for
 * each timestamp, and one for each timestamp with another one in the window that starts just after
 * it. That holds for all windows that have not expired.
 *
 * @param windows the windows
 * @param allowedLatenessMillis how long after its end a window still takes elements
 */
record TrailingEnds(TrailingWindows windows, long allowedLatenessMillis) {
  /** No end: later than all. */
  static final long NONE = PartialsByTime.NONE;

  /** The first end at or after {@code earliest}, or {@link #NONE}. */
  long firstFrom(long earliest, PartialsByTime<?> partials) {
    if (earliest == NONE) {
      return NONE;
    }
    long atElement = partials.firstFrom(earliest);
    long before = partials.firstFrom(earliest - 1 - windows.sizeMillis());
    if (before >= earliest) {
      return atElement;
    }
    long next = partials.firstFrom(before + 1);
    boolean hasElement = next <= windows.endAfter(before);
    // else no element is between that end and the next element
    return hasElement ? Math.min(atElement, windows.endAfter(before)) : atElement;
  }

  /** The last watermark at which the window known by {@code end} takes elements. */
  long expiryOf(long end) {
    return TimeBounds.plusWithinTime(windows.maxTimestampOf(end), allowedLatenessMillis);
  }

  /** The earliest end that has not expired at {@code watermarkMillis}. */
  long firstUnexpired(long watermarkMillis) {
    if (watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT) {
      return NONE;
    }
    boolean nothingExpires = allowedLatenessMillis > watermarkMillis - TimeBounds.MIN_TIMESTAMP;
    return nothingExpires ? TimeBounds.MIN_TIMESTAMP : watermarkMillis - allowedLatenessMillis;
  }

  /** The earliest end that is not over at {@code watermarkMillis}. */
  long firstOpen(long watermarkMillis) {
    return watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT ? NONE : watermarkMillis;
  }

  /** The earliest timestamp that a window may still need at {@code watermarkMillis}. */
  long firstNeeded(long watermarkMillis) {
    long end = firstUnexpired(watermarkMillis);
    return end == NONE ? NONE : end - 1 - windows.sizeMillis();
  }
}
