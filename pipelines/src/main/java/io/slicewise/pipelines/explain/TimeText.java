package io.slicewise.pipelines.explain;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Event times as short as they can be told: how long after 0 they are, as in {@code 1h30m}, or as
 * dates of a time zone where windows are those of a calendar.
 *
 * @param zone of the dates, or none
 */
record TimeText(Optional<ZoneId> zone) {
  private static final long DAY = 86_400_000;
  private static final List<Map.Entry<String, Long>> UNITS =
      List.of(
          Map.entry("d", DAY),
          Map.entry("h", 3_600_000L),
          Map.entry("m", 60_000L),
          Map.entry("s", 1_000L),
          Map.entry("ms", 1L));

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);

  /** An instant of event time. */
  String of(long millis) {
    return zone.map(place -> date(millis, place)).orElseGet(() -> duration(millis));
  }

  private static String date(long millis, ZoneId zone) {
    var local = Instant.ofEpochMilli(millis).atZone(zone);
    return local.toLocalTime().toNanoOfDay() == 0
        ? DATE.format(local)
        : TIME.format(local).replaceAll("(:00)?\\.000$", "");
  }

  /** A length of time, such as {@code 90m} as {@code 1h30m}; days from three on. */
  static String duration(long millis) {
    if (millis == 0) {
      return "0";
    }
    StringBuilder text = new StringBuilder(millis < 0 ? "-" : "");
    long rest = Math.abs(millis);
    for (Map.Entry<String, Long> unit : UNITS) {
      boolean shortDays = unit.getValue() == DAY && rest < 3 * DAY;
      long count = shortDays ? 0 : rest / unit.getValue();
      if (count > 0) {
        text.append(count).append(unit.getKey());
        rest -= count * unit.getValue();
      }
    }
    return text.toString();
  }
}
