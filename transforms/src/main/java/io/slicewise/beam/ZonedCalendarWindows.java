package io.slicewise.beam;

import io.slicewise.core.window.CalendarUnit;
import io.slicewise.core.window.CalendarWindowPlan;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Objects;
import org.apache.beam.sdk.transforms.display.DisplayData;

/**
 * Windows of days, weeks, months or years of a time zone. They are cut where a local date begins,
 * so they are as long as the calendar says: a day has 23, 24 or 25 hours, a month 28 to 31 days.
 *
 * <pre>
 * days(1, Europe/Berlin)              2024-03-30     2024-03-31    2024-04-01
 *                                     [--- 24 h -----[--- 23 h ----[--- 24 h -----)
 * days(2, Europe/Berlin).every(1)     [------- 47 h ---------------)
 *                                                    [------- 47 h ---------------)
 * </pre>
 *
 * <p>As with Beam's {@code CalendarWindows}, one window follows the other unless {@link #every} is
 * called, and units are counted from 1970: days from 1970-01-01, weeks from Monday 1969-12-29,
 * months and years from 1970-01. A window starts at the units whose number is a multiple of {@code
 * every}.
 *
 * <p>Made for {@link SlicedWindowAggregate}, which stores each element once; {@code Window.into}
 * takes them too.
 */
public final class ZonedCalendarWindows extends PlannedWindows {
  private static final long serialVersionUID = 1L;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int MAX_UNITS = 1_000_000;

  /** What is counted. */
  private final Unit unit;

  /** How many units a window lasts. */
  private final int count;

  /** How many units from one window to the next. */
  private final int every;

  /** The first day of a week; Monday for other units. */
  private final DayOfWeek weekStart;

  /** Whose midnights cut the windows. */
  private final ZoneId zone;

  /** What is counted. */
  private enum Unit {
    DAYS(CalendarUnit.DAYS, 1),
    WEEKS(CalendarUnit.WEEKS, 1),
    MONTHS(CalendarUnit.MONTHS, 1),
    YEARS(CalendarUnit.MONTHS, MONTHS_PER_YEAR);

    private final CalendarUnit counted;
    private final long factor;

    Unit(CalendarUnit counted, long factor) {
      this.counted = counted;
      this.factor = factor;
    }

    CalendarWindowPlan plan(int count, int every, DayOfWeek weekStart, ZoneId zone) {
      int shiftDays = weekStart.getValue() - DayOfWeek.MONDAY.getValue();
      return new CalendarWindowPlan(counted, factor * count, factor * every, shiftDays, zone);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private ZonedCalendarWindows(Unit unit, int count, int every, DayOfWeek weekStart, ZoneId zone) {
    super(unit.plan(count, every, weekStart, zone));
    this.unit = unit;
    this.count = count;
    this.every = every;
    this.weekStart = weekStart;
    this.zone = zone;
  }

  /**
   * Windows of {@code count} days.
   *
   * @param count from 1 to 1,000,000
   * @param zone the time zone whose midnights cut them
   * @return the windows
   * @throws IllegalArgumentException if {@code count} is out of range
   */
  public static ZonedCalendarWindows days(int count, ZoneId zone) {
    return of(Unit.DAYS, count, zone);
  }

  /**
   * Windows of {@code count} weeks, from Monday to Sunday unless {@link #startingOn} is called.
   *
   * @param count from 1 to 1,000,000
   * @param zone the time zone whose midnights cut them
   * @return the windows
   * @throws IllegalArgumentException if {@code count} is out of range
   */
  public static ZonedCalendarWindows weeks(int count, ZoneId zone) {
    return of(Unit.WEEKS, count, zone);
  }

  /**
   * Windows of {@code count} months, such as 3 for the quarters of a year.
   *
   * @param count from 1 to 1,000,000
   * @param zone the time zone whose midnights cut them
   * @return the windows
   * @throws IllegalArgumentException if {@code count} is out of range
   */
  public static ZonedCalendarWindows months(int count, ZoneId zone) {
    return of(Unit.MONTHS, count, zone);
  }

  /**
   * Windows of {@code count} years, each of 12 months from January on.
   *
   * @param count from 1 to 1,000,000
   * @param zone the time zone whose midnights cut them
   * @return the windows
   * @throws IllegalArgumentException if {@code count} is out of range
   */
  public static ZonedCalendarWindows years(int count, ZoneId zone) {
    return of(Unit.YEARS, count, zone);
  }

  private static ZonedCalendarWindows of(Unit unit, int count, ZoneId zone) {
    requireUnits("count", count, unit);
    Objects.requireNonNull(zone, "zone");
    return new ZonedCalendarWindows(unit, count, count, DayOfWeek.MONDAY, zone);
  }

  private static void requireUnits(String setting, int number, Unit unit) {
    if (number < 1 || number > MAX_UNITS) {
      throw new IllegalArgumentException(
          "ZonedCalendarWindows: "
              + setting
              + " must be from 1 to "
              + MAX_UNITS
              + " "
              + unit
              + " but was "
              + number
              + ". Use GlobalWindows for all of time.");
    }
  }

  /**
   * Returns windows like these of which one starts every {@code newEvery} units. Fewer than the
   * count overlap; more leave gaps, whose elements are in no window.
   *
   * @param newEvery from 1 to 1,000,000
   * @return the new windows
   * @throws IllegalArgumentException if {@code newEvery} is out of range
   */
  public ZonedCalendarWindows every(int newEvery) {
    requireUnits("every", newEvery, unit);
    return new ZonedCalendarWindows(unit, count, newEvery, weekStart, zone);
  }

  /**
   * Returns windows like these whose weeks start on another day. Weeks are then counted from the
   * first such day from Monday 1969-12-29 on.
   *
   * @param newWeekStart the first day of a week
   * @return the new windows
   * @throws IllegalArgumentException if these are not windows of weeks
   */
  public ZonedCalendarWindows startingOn(DayOfWeek newWeekStart) {
    Objects.requireNonNull(newWeekStart, "weekStart");
    if (unit != Unit.WEEKS) {
      throw new IllegalArgumentException(
          "ZonedCalendarWindows: startingOn must be for weeks but was "
              + newWeekStart
              + " for "
              + unit
              + ". Use ZonedCalendarWindows.weeks(...), or leave startingOn out.");
    }
    return new ZonedCalendarWindows(unit, count, every, newWeekStart, zone);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("unit", unit.toString()).withLabel("Calendar Unit"))
        .add(DisplayData.item("count", count).withLabel("Units per Window"))
        .add(DisplayData.item("every", every).withLabel("Units between Window Starts"))
        .add(DisplayData.item("zone", zone.getId()).withLabel("Time Zone"));
    if (unit == Unit.WEEKS) {
      builder.add(DisplayData.item("startingOn", weekStart.name()).withLabel("Week Start"));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ZonedCalendarWindows that
        && unit == that.unit
        && count == that.count
        && every == that.every
        && weekStart == that.weekStart
        && zone.equals(that.zone);
  }

  @Override
  public int hashCode() {
    return Objects.hash(unit, count, every, weekStart, zone);
  }

  @Override
  public String toString() {
    return "ZonedCalendarWindows("
        + unit
        + "="
        + count
        + ", every="
        + every
        + (unit == Unit.WEEKS ? ", startingOn=" + weekStart : "")
        + ", zone="
        + zone
        + ")";
  }
}
