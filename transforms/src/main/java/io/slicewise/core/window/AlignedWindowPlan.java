package io.slicewise.core.window;

/**
 * Fixed and sliding windows: {@code [b, b + size)} for every {@code b} with {@code floorMod(b -
 * offset, period) == 0}.
 *
 * <p>With {@code size} a multiple of {@code period} there is one slice per period, else two: each
 * period is cut where a window ends inside it. With {@code period} greater than {@code size} each
 * window is one slice, and so is the time between, which belongs to none.
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

  private AlignedWindowPlan(long sizeMillis, long periodMillis, long offsetMillis) {
    this.sizeMillis = sizeMillis;
    this.periodMillis = periodMillis;
    this.offsetMillis = offsetMillis;
    this.cutMillis = periodMillis > sizeMillis ? sizeMillis : sizeMillis % periodMillis;
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

  /** How long a window is. */
  public long sizeMillis() {
    return sizeMillis;
  }

  /** From the start of a window to that of the next. */
  public long periodMillis() {
    return periodMillis;
  }

  /** Where a window starts, from 0 to less than the period. */
  public long offsetMillis() {
    return offsetMillis;
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
  public long sliceStart(long instantMillis) {
    long periodStart = startOf(lastStartedWindow(instantMillis));
    return instantMillis - periodStart < cutMillis ? periodStart : periodStart + cutMillis;
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

  @Override
  public long lastStartedWindow(long instantMillis) {
    return Math.floorDiv(instantMillis - offsetMillis, periodMillis);
  }

  @Override
  public long startOf(long window) {
    return window * periodMillis + offsetMillis;
  }

  @Override
  public long maxTimestampOf(long window) {
    return TimeBounds.plusWithinTime(startOf(window), sizeMillis - 1);
  }

  @Override
  public boolean hasGaps() {
    return periodMillis > sizeMillis;
  }

  @Override
  public long slicesPerWindow() {
    if (periodMillis >= sizeMillis) {
      return 1;
    }
    long periods = sizeMillis / periodMillis;
    return cutMillis == 0 ? periods : 2 * periods + 1;
  }

  @Override
  public long typicalSliceMillis() {
    return Math.min(sizeMillis, periodMillis);
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
