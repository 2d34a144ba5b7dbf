package io.slicewise.core.window;

import java.time.ZoneId;

/**
 * Calendar windows: {@code count} days, weeks or months of a time zone, one starting every {@code
 * every} units. They are cut where a local date begins, so their lengths vary with clock changes (a
 * day of 23 or 25 hours) and with the months.
 *
 * <pre>
 * days, Europe/Berlin      2024-03-30          2024-03-31          2024-04-01
 * slices                   |------ 24 h -------|----- 23 h ------|------ 24 h -------|
 * count 2, every 1         [------------ 47 h -------------------)
 * </pre>
 *
 * <p>Cost: a few calendar computations for each question.
 */
public final class CalendarWindowPlan implements WindowPlan {
  private static final long serialVersionUID = 1L;

  private final CalendarUnit unit;
  private final int shiftDays;
  private final ZoneId zone;

  /** The windows, with units instead of milliseconds as time. */
  private final AlignedWindowPlan units;

  /**
   * Windows of calendar units.
   *
   * @param unit days, weeks or months
   * @param count how many units a window lasts, 1 or more
   * @param every how many units from one window to the next, 1 or more
   * @param shiftDays how many days after Monday a week starts, from 0 to 6; 0 for other units
   * @param zone the time zone
   */
  public CalendarWindowPlan(CalendarUnit unit, long count, long every, int shiftDays, ZoneId zone) {
    if (count < 1 || every < 1) {
      throw new IllegalArgumentException(
          "count and every: must be 1 or more but were " + count + " and " + every + ".");
    }
    this.unit = unit;
    this.shiftDays = shiftDays;
    this.zone = zone;
    this.units = AlignedWindowPlan.sliding(count, every, 0);
  }

  @Override
  public long sliceStart(long instantMillis) {
    return startOfUnit(units.sliceStart(unitOf(instantMillis)));
  }

  @Override
  public long firstOpenWindow(long watermarkMillis) {
    return watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT
        ? Long.MAX_VALUE
        : units.firstOpenWindow(unitOf(watermarkMillis));
  }

  @Override
  public long lastStartedWindow(long instantMillis) {
    return units.lastStartedWindow(unitOf(instantMillis));
  }

  @Override
  public long startOf(long window) {
    return startOfUnit(units.startOf(window));
  }

  @Override
  public long maxTimestampOf(long window) {
    long end = startOfUnit(units.maxTimestampOf(window) + 1);
    return Math.min(end - 1, TimeBounds.LAST_WINDOW_INSTANT);
  }

  @Override
  public boolean hasGaps() {
    return units.hasGaps();
  }

  @Override
  public long slicesPerWindow() {
    return units.slicesPerWindow();
  }

  @Override
  public long typicalSliceMillis() {
    return units.typicalSliceMillis() * unit.typicalMillis();
  }

  private long startOfUnit(long number) {
    return unit.startOf(number, shiftDays, zone);
  }

  private long unitOf(long timestampMillis) {
    return unit.numberOf(timestampMillis, shiftDays, zone);
  }

  @Override
  public String toString() {
    return "calendar(unit=" + unit + ", count and every=" + units + ", zone=" + zone + ")";
  }
}
