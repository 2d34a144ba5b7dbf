package io.slicewise.pipelines.demo.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.pipelines.demo.aggregate.Measure;
import io.slicewise.pipelines.demo.panes.KeyWindow;
import io.slicewise.pipelines.demo.panes.PaneLine;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times for people. The script of the report writes them in the same way. */
public final class Legible {
  private static final DateTimeFormatter MINUTE = format("uuuu-MM-dd HH:mm");
  private static final DateTimeFormatter SECOND = format("uuuu-MM-dd HH:mm:ss");
  private static final DateTimeFormatter MILLISECOND = format("uuuu-MM-dd HH:mm:ss.SSS");
  private static final DateTimeFormatter DAY = format("d MMM");
  private static final DateTimeFormatter DAY_AND_MINUTE = format("d MMM HH:mm");
  private static final long SECOND_MILLIS = 1_000;
  private static final long MINUTE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 3_600_000;
  private static final double LEAST_WITH_TWO_DECIMALS = 0.01;
  private static final double MOST_WITH_GROUPS = 1e15;

  private Legible() {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }

  /** A whole number with commas. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A number with at most two decimals; more digits only where it is tiny. */
  public static String number(double number) {
    double size = Math.abs(number);
    if (size != 0 && (size < LEAST_WITH_TWO_DECIMALS || size >= MOST_WITH_GROUPS)) {
      return String.format(Locale.ROOT, "%.3g", number);
    }
    String text = String.format(Locale.ROOT, "%,.2f", number + 0.0);
    return text.replaceFirst("\\.?0+$", "");
  }

  /** A number of a pane's value; a dash if it has none. */
  public static String number(Measure measure, JsonNode value) {
    return measure.in(value).stream().mapToObj(Legible::number).findFirst().orElse("-");
  }

  /** Date and time, to the minute or second if it is a whole one. */
  public static String time(long millis) {
    DateTimeFormatter format = MILLISECOND;
    if (Math.floorMod(millis, MINUTE_MILLIS) == 0) {
      format = MINUTE;
    } else if (Math.floorMod(millis, SECOND_MILLIS) == 0) {
      format = SECOND;
    }
    return format.format(Instant.ofEpochMilli(millis));
  }

  /** Start and end. */
  public static String window(KeyWindow window) {
    return time(window.startMillis()) + " to " + time(window.endMillis());
  }

  /** {@code 31 Jan}. */
  public static String day(long millis) {
    return DAY.format(Instant.ofEpochMilli(millis));
  }

  /** {@code 31 Jan 15:00}. */
  public static String dayAndMinute(long millis) {
    return DAY_AND_MINUTE.format(Instant.ofEpochMilli(millis));
  }

  /** About how long it is, in one unit: 153.8 h. */
  public static String duration(long millis) {
    if (millis < SECOND_MILLIS) {
      return millis + " ms";
    }
    if (millis < MINUTE_MILLIS) {
      return String.format(Locale.ROOT, "%.1f s", (double) millis / SECOND_MILLIS);
    }
    return millis < HOUR_MILLIS
        ? String.format(Locale.ROOT, "%.1f min", (double) millis / MINUTE_MILLIS)
        : String.format(Locale.ROOT, "%,.1f h", (double) millis / HOUR_MILLIS);
  }

  /** A timing in small letters. */
  public static String timing(PaneLine.Timing timing) {
    return switch (timing) {
      case EARLY -> "early";
      case ON_TIME -> "on time";
      case LATE -> "late";
    };
  }

  /** A key of at most so many characters, without control characters. */
  public static String key(String key, int most) {
    String plain = key.replaceAll("\\p{Cntrl}", "?");
    int count = plain.codePointCount(0, plain.length());
    return count <= most ? plain : plain.substring(0, plain.offsetByCodePoints(0, most - 1)) + "…";
  }
}
