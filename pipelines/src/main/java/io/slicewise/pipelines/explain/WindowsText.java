package io.slicewise.pipelines.explain;

import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.WindowSpec.CalendarUnit;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the options that say which windows there are. */
record WindowsText(ExplainOptions options) {
  private static final int MOST_SPECS = 4;
  private static final long MOST_WINDOWS_PER_ELEMENT = 100_000;

  private static final Pattern CALENDAR_SIZE =
      Pattern.compile("([1-9][0-9]{0,2}) ?(day|week|month|year)s?");

  private enum Kind {
    FIXED,
    SLIDING,
    CUMULATIVE,
    SESSIONS,
    CALENDAR,
    GLOBAL
  }

  /**
   * One specification for each size.
   *
   * @throws SettingException if an option cannot be used
   */
  List<WindowSpec> windows() {
    Kind kind = Question.choice("--windows", options.windows, List.of(Kind.values()));
    return switch (kind) {
      case GLOBAL -> List.of(new WindowSpec.Global());
      case SESSIONS ->
          List.of(new WindowSpec.Sessions(DurationText.parse("--gap", options.gap, 1), false));
      case CALENDAR -> sizes("1day").map(this::calendar).toList();
      case FIXED, SLIDING, CUMULATIVE -> sizes("6m").map(size -> aligned(kind, size)).toList();
    };
  }

  private Stream<String> sizes(String byDefault) {
    List<String> sizes =
        Arrays.stream(options.size.orElse(byDefault).split(",", -1)).map(String::strip).toList();
    if (sizes.size() > MOST_SPECS) {
      throw new SettingException(
          String.format(
              "--size=%s: has %d sizes, and at most %d are drawn. Leave some out.",
              options.size.orElse(byDefault), sizes.size(), MOST_SPECS));
    }
    return sizes.stream();
  }

  private WindowSpec aligned(Kind kind, String sizeText) {
    long size = DurationText.parse("--size", sizeText, 1);
    String byDefault =
        switch (kind) {
          case SLIDING -> "4m";
          case CUMULATIVE -> "2m";
          default -> sizeText;
        };
    String periodText = options.period.orElse(byDefault);
    long period = DurationText.parse("--period", periodText, 1);
    if (kind == Kind.FIXED && period != size) {
      throw new SettingException(
          String.format(
              "--period=%s: fixed windows of %s start every %s. Leave it out, or use"
                  + " --windows=sliding.",
              periodText, sizeText, sizeText));
    }
    long offset = DurationText.parse("--offset", options.offset, 0);
    if (kind == Kind.CUMULATIVE) {
      return new WindowSpec.Cumulative(size, period, offset);
    }
    if (offset >= period) {
      throw new SettingException(
          String.format(
              "--offset=%s: must be less than the period of %s. Use the offset modulo the period.",
              options.offset, periodText));
    }
    if (size / period > MOST_WINDOWS_PER_ELEMENT) {
      throw new SettingException(
          String.format(
              "--period=%s: puts an element into %d windows of %s, and at most %d are tried. Use a"
                  + " longer period.",
              periodText, size / period, sizeText, MOST_WINDOWS_PER_ELEMENT));
    }
    return kind == Kind.FIXED
        ? new WindowSpec.Fixed(size, offset)
        : new WindowSpec.Sliding(size, period, offset);
  }

  private WindowSpec calendar(String text) {
    Matcher size = CALENDAR_SIZE.matcher(text);
    if (!size.matches()) {
      throw new SettingException(
          String.format(
              "--size=%s: must be a number of days, weeks, months or years for calendar windows, such"
                  + " as 1day or 3months.",
              text));
    }
    int count = Integer.parseInt(size.group(1));
    String unit = size.group(2);
    if (unit.equals("year")) {
      return calendar(CalendarUnit.MONTHS, 12 * count);
    }
    return calendar(CalendarUnit.valueOf(unit.toUpperCase(Locale.ROOT) + "S"), count);
  }

  private WindowSpec calendar(CalendarUnit unit, int count) {
    return new WindowSpec.Calendar(unit, count, count, zone());
  }

  private String zone() {
    try {
      return ZoneId.of(options.timeZone).toString();
    } catch (DateTimeException e) {
      throw new SettingException(
          String.format(
              "--timeZone=%s: not a time zone. Use for example UTC or Europe/Berlin.",
              options.timeZone));
    }
  }

  /** A specification in words. */
  static String describe(WindowSpec spec) {
    if (spec instanceof WindowSpec.Fixed fixed) {
      return "fixed, " + length(fixed.sizeMillis()) + shifted(fixed.offsetMillis());
    }
    if (spec instanceof WindowSpec.Sliding sliding) {
      return String.format(
          "sliding, %s, one every %s%s",
          length(sliding.sizeMillis()),
          TimeText.duration(sliding.periodMillis()),
          shifted(sliding.offsetMillis()));
    }
    if (spec instanceof WindowSpec.Cumulative cumulative) {
      return String.format(
          "cumulative, up to %s, one end every %s%s",
          length(cumulative.sizeMillis()),
          TimeText.duration(cumulative.stepMillis()),
          shifted(cumulative.offsetMillis()));
    }
    if (spec instanceof WindowSpec.Sessions sessions) {
      return "sessions, until nothing came for " + TimeText.duration(sessions.gapMillis());
    }
    if (spec instanceof WindowSpec.Calendar calendar) {
      String unit = calendar.unit().name().toLowerCase(Locale.ROOT);
      return String.format(
          "calendar, %d %s in %s",
          calendar.count(),
          calendar.count() == 1 ? unit.substring(0, unit.length() - 1) : unit,
          calendar.zone());
    }
    return "global, one window for all of time";
  }

  private static String length(long millis) {
    return TimeText.duration(millis) + " long";
  }

  private static String shifted(long offsetMillis) {
    return offsetMillis == 0 ? "" : ", from " + TimeText.duration(offsetMillis) + " on";
  }
}
