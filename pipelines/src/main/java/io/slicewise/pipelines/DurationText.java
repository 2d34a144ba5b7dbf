package io.slicewise.pipelines;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: a whole number with a unit. */
public final class DurationText {
  private static final Pattern SHORT = Pattern.compile("(-?\\d+)(ms|s|m|h|d)");
  private static final Map<String, Long> UNITS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  /** A hundred years: far more than data has, far less than arithmetic on times can bear. */
  private static final long MOST_MILLIS = 36_525L * 86_400_000L;

  private DurationText() {}

  /**
   * Reads for example {@code 500ms}, {@code 30s}, {@code 90m}, {@code 24h}, {@code 7d} or {@code
   * PT24H}.
   *
   * @throws SettingException if it is none of these, or less than {@code leastMillis}
   */
  public static long parse(String option, String text, long leastMillis) {
    long millis = millis(option, text.strip().toLowerCase(Locale.ROOT), text);
    if (millis < leastMillis) {
      throw new SettingException(
          String.format(
              "%s=%s: must be %s. Use for example 24h.",
              option, text, leastMillis == 0 ? "zero or more" : "more than zero"));
    }
    if (millis > MOST_MILLIS) {
      throw new SettingException(
          String.format("%s=%s: must be at most 100 years (36525d).", option, text));
    }
    return millis;
  }

  private static long millis(String option, String text, String asGiven) {
    try {
      Matcher matcher = SHORT.matcher(text);
      if (matcher.matches()) {
        return Math.multiplyExact(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
      }
      if (text.startsWith("p") || text.startsWith("-p")) {
        return Duration.parse(text).toMillis();
      }
    } catch (DateTimeParseException e) {
      // Neither form: reported below.
    } catch (ArithmeticException | NumberFormatException e) {
      return Long.MAX_VALUE;
    }
    throw new SettingException(
        String.format(
            "%s=%s: not a duration. Write a whole number and a unit, such as 500ms, 30s, 90m, 24h or"
                + " 7d, or an ISO 8601 duration such as PT24H.",
            option, asGiven));
  }

  /** Writes a duration with the greatest unit that leaves a whole number; days from 3 d on. */
  public static String format(long millis) {
    if (millis % UNITS.get("d") == 0 && millis >= 3 * UNITS.get("d")) {
      return millis / UNITS.get("d") + " d";
    }
    if (millis == 0 || millis % UNITS.get("h") == 0) {
      return millis / UNITS.get("h") + " h";
    }
    if (millis % UNITS.get("m") == 0) {
      return millis / UNITS.get("m") + " min";
    }
    return millis % UNITS.get("s") == 0 ? millis / UNITS.get("s") + " s" : millis + " ms";
  }
}
