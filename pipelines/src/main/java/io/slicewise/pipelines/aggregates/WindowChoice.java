package io.slicewise.pipelines.aggregates;

import io.slicewise.beam.ZonedCalendarWindows;
import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.joda.time.Duration;

/**
 * The windows of the settings.
 *
 * @param kind which kind
 * @param functions one for each size, in the order in which they were given
 * @param mostPerRecord in how many windows of one function a record can be, at most
 */
public record WindowChoice(
    Kind kind, List<WindowFn<Object, IntervalWindow>> functions, long mostPerRecord)
    implements Serializable {
  private static final Pattern CALENDAR_SIZE = Pattern.compile("(\\d{1,6})(day|week|month|year)s?");

  /** Kinds of windows. */
  public enum Kind {
    /** One after the other. */
    FIXED,
    /** Overlapping. */
    SLIDING,
    /** As long as records come. */
    SESSIONS,
    /** Days, weeks, months or years of a time zone. */
    CALENDAR
  }

  /** Copies the functions. */
  public WindowChoice {
    functions = List.copyOf(functions);
  }

  /** Whether there are several sizes. */
  public boolean several() {
    return functions.size() > 1;
  }

  /**
   * Checks the options for windows.
   *
   * @throws SettingException for the first that cannot be used
   */
  static WindowChoice of(AggregationOptions options) {
    Kind kind = Option.of("windows", options.getWindows()).choice(List.of(Kind.values()));
    Option size = Option.of("size", options.getSize());
    Option period = Option.of("period", options.getPeriod());
    Option offset = Option.of("offset", options.getOffset());
    Option gap = Option.of("gap", options.getGap());
    Option timeZone = Option.of("timeZone", options.getTimeZone());
    if (kind != Kind.SLIDING) {
      period.refuse("only sliding windows have a period, see --windows");
    }
    if (kind != Kind.SESSIONS) {
      gap.refuse("only sessions have a gap, see --windows");
    }
    if (kind != Kind.CALENDAR) {
      timeZone.refuse("only calendar windows have a time zone, see --windows");
    }
    if (kind == Kind.SESSIONS || kind == Kind.CALENDAR) {
      offset.refuse("only fixed and sliding windows have an offset, see --windows");
    }
    return switch (kind) {
      case FIXED -> fixed(size, offset);
      case SLIDING -> sliding(size, period, offset);
      case SESSIONS -> sessions(size, gap);
      case CALENDAR -> calendar(size, timeZone);
    };
  }

  private static WindowChoice fixed(Option size, Option offset) {
    List<WindowFn<Object, IntervalWindow>> functions = new ArrayList<>();
    for (Option one : each(size, "the length of a window, such as 5m")) {
      Duration length = duration(one, "a length", 1);
      functions.add(FixedWindows.of(length).withOffset(offset(offset, length, one)));
    }
    return new WindowChoice(Kind.FIXED, functions, 1);
  }

  private static WindowChoice sliding(Option size, Option period, Option offset) {
    Duration every = duration(period, "how often a window starts, such as 1m", 1);
    List<WindowFn<Object, IntervalWindow>> functions = new ArrayList<>();
    long most = 0;
    for (Option one : each(size, "the length of a window, such as 5m")) {
      Duration length = duration(one, "a length", 1);
      functions.add(
          SlidingWindows.of(length).every(every).withOffset(offset(offset, every, period)));
      most = Math.max(most, (length.getMillis() - 1) / every.getMillis() + 1);
    }
    return new WindowChoice(Kind.SLIDING, functions, most);
  }

  private static WindowChoice sessions(Option size, Option gap) {
    size.refuse("sessions last as long as records come, see --gap");
    Duration gapDuration = duration(gap, "how long no record must come, such as 10m", 1);
    return new WindowChoice(Kind.SESSIONS, List.of(Sessions.withGapDuration(gapDuration)), 1);
  }

  private static WindowChoice calendar(Option size, Option timeZone) {
    ZoneId zone;
    try {
      zone = ZoneId.of(timeZone.required("a time zone, such as Europe/Berlin or UTC"));
    } catch (DateTimeException e) {
      throw timeZone.wrong("no time zone", "Use for example Europe/Berlin or UTC");
    }
    List<WindowFn<Object, IntervalWindow>> functions = new ArrayList<>();
    for (Option one : each(size, "a number of days, weeks, months or years, such as 1day")) {
      Matcher matcher = CALENDAR_SIZE.matcher(one.value().orElseThrow().toLowerCase(Locale.ROOT));
      if (!matcher.matches() || Integer.parseInt(matcher.group(1)) == 0) {
        throw one.wrong(
            "not a number of days, weeks, months or years", "Use for example 1day or 3months");
      }
      functions.add(calendar(Integer.parseInt(matcher.group(1)), matcher.group(2), zone));
    }
    return new WindowChoice(Kind.CALENDAR, functions, 1);
  }

  private static WindowFn<Object, IntervalWindow> calendar(int count, String unit, ZoneId zone) {
    return switch (unit) {
      case "day" -> ZonedCalendarWindows.days(count, zone);
      case "week" -> ZonedCalendarWindows.weeks(count, zone);
      case "month" -> ZonedCalendarWindows.months(count, zone);
      default -> ZonedCalendarWindows.years(count, zone);
    };
  }

  /** The sizes of a list; each keeps the name of the option. */
  private static List<Option> each(Option size, String purpose) {
    List<Option> sizes = new ArrayList<>();
    for (String one : size.required(purpose).split(",", -1)) {
      Option given = Option.of(size.name().substring(2), one);
      if (sizes.contains(given)) {
        throw size.wrong(given.value().orElseThrow() + " is given twice", "Leave one out");
      }
      sizes.add(given);
    }
    return sizes;
  }

  private static Duration offset(Option offset, Duration period, Option periodOption) {
    if (offset.value().isEmpty()) {
      return Duration.ZERO;
    }
    Duration shift = duration(offset, "a duration", 0);
    if (!shift.isShorterThan(period)) {
      throw offset.wrong(
          "must be less than " + periodOption, "Shift windows by less than from one to the next");
    }
    return shift;
  }

  static Duration duration(Option option, String purpose, long leastMillis) {
    return Duration.millis(
        DurationText.parse(option.name(), option.required(purpose), leastMillis));
  }
}
