package io.slicewise.core.window;

/**
 * Windows that hang on the elements of a key: one ends at each timestamp, and one starts just after
 * it as soon as an element is in it. Each is {@code [end - size, end]}, both bounds inclusive.
 *
 * <pre>
 * size 4             0  1  2  3  4  5  6  7  8  9
 * elements                    *     *
 * end at them  [-1 .......... 3]
 *                    [1 ........... 5]
 * start after                    [4 ......... 8]
 * </pre>
 *
 * <p>Timestamps after the end of time count as its last instant, and windows are cut to both ends
 * of time. A window is known by its end before that cut.
 *
 * @param sizeMillis how far a window reaches back from its last instant, zero or more
 */
public record TrailingWindows(long sizeMillis) implements Windows {

  /** Checks the size. */
  public TrailingWindows {
    if (sizeMillis < 0 || sizeMillis > TimeBounds.MAX_DURATION) {
      throw new IllegalArgumentException(
          "size: must be from 0 ms to "
              + TimeBounds.MAX_DURATION
              + " ms but was "
              + sizeMillis
              + " ms. Use global windows for all of time.");
    }
  }

  /** The timestamp that an element counts with. */
  public long timestampOf(long timestampMillis) {
    return Math.min(timestampMillis, TimeBounds.LAST_WINDOW_INSTANT);
  }

  /** The end of the window that starts just after {@code timestampMillis}. */
  public long endAfter(long timestampMillis) {
    return timestampMillis + 1 + sizeMillis;
  }

  /** The last instant of the window known by {@code end}. */
  public long maxTimestampOf(long end) {
    return Math.min(end, TimeBounds.LAST_WINDOW_INSTANT);
  }

  /** The interval of the window known by {@code end}. */
  public TimeWindow windowAt(long end) {
    return new TimeWindow(
        Math.max(end - sizeMillis, TimeBounds.MIN_TIMESTAMP), maxTimestampOf(end) + 1);
  }

  @Override
  public String toString() {
    return "trailing(size=" + sizeMillis + " ms)";
  }
}
