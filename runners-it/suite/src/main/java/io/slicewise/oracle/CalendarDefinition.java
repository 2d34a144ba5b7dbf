package io.slicewise.oracle;

import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Calendar windows straight from their definition, slow and plain: it tries all windows around a
 * timestamp, and finds where a date begins by looking at the offsets of the zone.
 */
final class CalendarDefinition {
  private static final int MILLIS_PER_SECOND = 1000;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int DAYS_PER_WEEK = 7;
  private static final LocalDate WEEK_0 = LocalDate.of(1969, 12, 29);

  private final WindowSpec.Calendar spec;
  private final ZoneRules rules;

  CalendarDefinition(WindowSpec.Calendar spec) {
    this.spec = spec;
    this.rules = ZoneId.of(spec.zone()).getRules();
  }

  /** The windows that hold {@code timestamp}, latest first; none for a timestamp in a gap. */
  List<TimeWindow> windowsOf(long timestamp) {
    List<TimeWindow> windows = new ArrayList<>();
    long about = numberAt(timestamp);
    for (long number = about + 2; number > about - spec.count() - 2; number--) {
      long start = startOf(number);
      long end = Math.min(startOf(number + spec.count()), TimeBounds.LAST_WINDOW_INSTANT + 1);
      if (Math.floorMod(number, (long) spec.every()) == 0
          && start <= timestamp
          && timestamp < end) {
        windows.add(new TimeWindow(start, end));
      }
    }
    return windows;
  }

  /** The first instant of the unit that begins about {@code timestamp}. */
  long edgeNear(long timestamp) {
    return startOf(numberAt(timestamp));
  }

  /** The number of the unit of the date in UTC: about that in the zone. */
  private long numberAt(long timestamp) {
    LocalDate date = LocalDate.ofInstant(Instant.ofEpochMilli(timestamp), ZoneOffset.UTC);
    return switch (spec.unit()) {
      case DAYS -> date.toEpochDay();
      case WEEKS -> Math.floorDiv(date.toEpochDay() - WEEK_0.toEpochDay(), DAYS_PER_WEEK);
      case MONTHS ->
          (date.getYear() - (long) LocalDate.EPOCH.getYear()) * MONTHS_PER_YEAR
              + date.getMonthValue()
              - 1;
    };
  }

  private long startOf(long number) {
    return firstInstantOf(
        switch (spec.unit()) {
          case DAYS -> LocalDate.ofEpochDay(number);
          case WEEKS -> LocalDate.ofEpochDay(WEEK_0.toEpochDay() + DAYS_PER_WEEK * number);
          case MONTHS -> YearMonth.from(LocalDate.EPOCH).plusMonths(number).atDay(1);
        });
  }

  /**
   * The first instant of {@code date}, or of the next date if the zone skips it: the earliest
   * instant whose local date is not before. It is a midnight in one of the offsets in force around
   * then, or an instant at which the offset changes.
   */
  private long firstInstantOf(LocalDate date) {
    Instant from = date.minusDays(3).atStartOfDay().toInstant(ZoneOffset.UTC);
    Instant to = date.plusDays(3).atStartOfDay().toInstant(ZoneOffset.UTC);
    TreeSet<Instant> candidates = new TreeSet<>();
    candidates.add(date.atStartOfDay().toInstant(rules.getOffset(from)));
    ZoneOffsetTransition change = rules.nextTransition(from);
    while (change != null && change.getInstant().isBefore(to)) {
      candidates.add(change.getInstant());
      candidates.add(date.atStartOfDay().toInstant(change.getOffsetAfter()));
      change = rules.nextTransition(change.getInstant());
    }
    for (Instant candidate : candidates) {
      LocalDate local = LocalDate.ofInstant(candidate, rules.getOffset(candidate));
      if (!local.isBefore(date)) {
        return candidate.getEpochSecond() * MILLIS_PER_SECOND;
      }
    }
    throw new IllegalStateException("No instant begins " + date + " in " + spec.zone());
  }
}
