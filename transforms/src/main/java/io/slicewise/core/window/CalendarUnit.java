package io.slicewise.core.window;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/** The units of calendar windows. Days, weeks and months are numbered from 1970 on. */
public enum CalendarUnit {
  /** Local days; day 0 is 1970-01-01. */
  DAYS(ChronoUnit.DAYS, LocalDate.EPOCH),
  /** Weeks of local days; week 0 starts on the chosen day of the week of 1970-01-01, a Thursday. */
  WEEKS(ChronoUnit.WEEKS, LocalDate.EPOCH.minusDays(3)),
  /** Local months; month 0 is January 1970. */
  MONTHS(ChronoUnit.MONTHS, LocalDate.EPOCH);

  private final ChronoUnit unit;
  private final LocalDate origin;

  CalendarUnit(ChronoUnit unit, LocalDate origin) {
    this.unit = unit;
    this.origin = origin;
  }

  /** About how long a unit is. */
  long typicalMillis() {
    return unit.getDuration().toMillis();
  }

  /** The first instant of a unit in {@code zone}, shifted by whole days. */
  long startOf(long number, int shiftDays, ZoneId zone) {
    return origin
        .plus(number, unit)
        .plusDays(shiftDays)
        .atStartOfDay(zone)
        .toInstant()
        .toEpochMilli();
  }

  /** The number of the unit that holds an instant. */
  long numberOf(long timestampMillis, int shiftDays, ZoneId zone) {
    LocalDate date = LocalDate.ofInstant(Instant.ofEpochMilli(timestampMillis), zone);
    LocalDate shifted = date.minusDays(shiftDays);
    long number = unit.between(origin, shifted);
    // a clock change at midnight may repeat the end of a day after the next has begun, and units
    // before 1970 are counted towards it
    while (startOf(number + 1, shiftDays, zone) <= timestampMillis) {
      number++;
    }
    while (startOf(number, shiftDays, zone) > timestampMillis) {
      number--;
    }
    return number;
  }
}
