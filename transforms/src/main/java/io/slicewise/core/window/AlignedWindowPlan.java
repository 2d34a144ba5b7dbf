package io.slicewise.core.window;

/**
 * Fixed and sliding windows: {@code [b, b + size)} for every {@code b} with {@code floorMod(b -
 * offset, period) == 0}.
 *
 * <p>With {@code size} a multiple of {@code period} there is one slice per period, else two: each
 * period is cut where a window ends inside it. With {@code period} greater than {@code size} each
 * window is one slice and the time between belongs to none.
 *
 * <p>Cost: constant time for every question; two long divisions at most.
 */
public final class AlignedWindowPlan implements WindowPlan {
  private static final long serialVersionUID = 1L;

  private final long sizeMillis;
  private final long periodMillis;
  private final long offsetMillis;

  /** How far into each period a window ends; 0 if windows end where others start. */
  private final long cutMillis;

  private final int slicesPerPeriod;
  private final long slicesPerWindow;

  private AlignedWindowPlan(long sizeMillis, long periodMillis, long offsetMillis) {
    this.sizeMillis = sizeMillis;
    this.periodMillis = periodMillis;
    this.offsetMillis = offsetMillis;
    boolean gaps = periodMillis > sizeMillis;
    this.cutMillis = gaps ? 0 : sizeMillis % periodMillis;
    this.slicesPerPeriod = cutMillis == 0 ? 1 : 2;
    long periods = Math.max(1, sizeMillis / periodMillis);
    this.slicesPerWindow = gaps ? 1 : periods * slicesPerPeriod + (cutMillis == 0 ? 0 : 1);
  }

  /**
   * Fixed windows.
   *
   * @param sizeMillis from 1 to {@link TimeBounds#MAX_DURATION}
   * @param offsetMillis where a window starts, from 0 to less than {@code sizeMillis}
   */
  public static AlignedWindowPlan fixed(long sizeMillis, long offsetMillis) {
    return sliding(sizeMillis, sizeMillis, offsetMillis);
  }

  /**
   * Sliding windows.
   *
   * @param sizeMillis from 1 to {@link TimeBounds#MAX_DURATION}
   * @param periodMillis from 1 to {@link TimeBounds#MAX_DURATION}; need not divide the size
   * @param offsetMillis where a window starts, from 0 to less than {@code periodMillis}
   */
  public static AlignedWindowPlan sliding(long sizeMillis, long periodMillis, long offsetMillis) {
    requireDuration("size", sizeMillis);
    requireDuration("period", periodMillis);
    if (offsetMillis < 0 || offsetMillis >= periodMillis) {
      throw new IllegalArgumentException(
          "offset: must be from 0 to less than the period of "
              + periodMillis
              + " ms but was "
              + offsetMillis
              + " ms. Use the offset modulo the period.");
    }
    return new AlignedWindowPlan(sizeMillis, periodMillis, offsetMillis);
  }

  static void requireDuration(String setting, long millis) {
    if (millis < 1 || millis > TimeBounds.MAX_DURATION) {
      throw new IllegalArgumentException(
          setting
              + ": must be from 1 ms to "
              + TimeBounds.MAX_DURATION
              + " ms but was "
              + millis
              + " ms. Use global windows for all of time.");
    }
  }

  @Override
  public long sliceOf(long timestampMillis) {
    long sinceOffset = Math.min(timestampMillis, TimeBounds.LAST_WINDOW_INSTANT) - offsetMillis;
    long period = Math.floorDiv(sinceOffset, periodMillis);
    long intoPeriod = sinceOffset - period * periodMillis;
    if (cutMillis != 0) {
      return 2 * period + (intoPeriod < cutMillis ? 0 : 1);
    }
    return intoPeriod < sizeMillis ? period : NO_SLICE;
  }

  @Override
  public long firstWindowOf(long slice) {
    return Math.floorDiv(slice - slicesPerWindow, slicesPerPeriod) + 1;
  }

  @Override
  public long lastWindowOf(long slice) {
    return Math.floorDiv(slice, slicesPerPeriod);
  }

  @Override
  public long firstSliceOf(long window) {
    return window * slicesPerPeriod;
  }

  @Override
  public long endSliceOf(long window) {
    return firstSliceOf(window) + slicesPerWindow;
  }

  @Override
  public long slicesPerWindow() {
    return slicesPerWindow;
  }

  @Override
  public TimeWindow windowAt(long window) {
    return new TimeWindow(startOf(window), maxTimestampOf(window) + 1);
  }

  @Override
  public long maxTimestampOf(long window) {
    return TimeBounds.plusWithinTime(startOf(window), sizeMillis - 1);
  }

  @Override
  public long firstOpenWindow(long watermarkMillis) {
    if (watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT) {
      return Long.MAX_VALUE;
    }
    // the least window with start + size - 1 >= watermark
    long earliestStart = watermarkMillis - (sizeMillis - 1) - offsetMillis;
    return -Math.floorDiv(-earliestStart, periodMillis);
  }

  private long startOf(long window) {
    return window * periodMillis + offsetMillis;
  }

  @Override
  public String toString() {
    return sizeMillis == periodMillis
        ? "fixed(size=" + sizeMillis + " ms, offset=" + offsetMillis + " ms)"
        : "sliding(size="
            + sizeMillis
            + " ms, period="
            + periodMillis
            + " ms, offset="
            + offsetMillis
            + " ms)";
  }
}
