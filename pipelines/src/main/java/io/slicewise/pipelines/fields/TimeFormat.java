package io.slicewise.pipelines.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.pipelines.SettingException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;

/**
 * How times are written: {@code millis}, {@code iso} or a pattern of {@link DateTimeFormatter}. A
 * time without a zone is UTC, a date without a time its midnight. What lies below a millisecond is
 * cut off.
 */
public final class TimeFormat implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendPattern("[XXX][XX][X]")
          .optionalStart()
          .appendLiteral('[')
          .appendZoneRegionId()
          .appendLiteral(']')
          .toFormatter(Locale.ENGLISH)
          .withResolverStyle(ResolverStyle.STRICT);

  private final String name;
  private final transient Optional<DateTimeFormatter> formatter;

  private TimeFormat(String name, Optional<DateTimeFormatter> formatter) {
    this.name = name;
    this.formatter = formatter;
  }

  /**
   * The format of an option's value.
   *
   * @throws SettingException if it is neither {@code millis}, {@code iso} nor a pattern of dates
   */
  public static TimeFormat of(String option, String name) {
    if (name.equals("millis")) {
      return new TimeFormat(name, Optional.empty());
    }
    if (name.equals("iso")) {
      return new TimeFormat(name, Optional.of(ISO));
    }
    try {
      DateTimeFormatter formatter =
          new DateTimeFormatterBuilder()
              .parseCaseInsensitive()
              .appendPattern(withProlepticYears(name))
              .toFormatter(Locale.ENGLISH)
              .withResolverStyle(ResolverStyle.STRICT);
      ZonedDateTime sample = ZonedDateTime.of(2018, 1, 31, 15, 4, 5, 0, ZoneOffset.UTC);
      TemporalAccessor parsed = formatter.parse(formatter.format(sample));
      toInstant(parsed);
      if (parsed.isSupported(ChronoField.HOUR_OF_AMPM)
          && !parsed.isSupported(ChronoField.HOUR_OF_DAY)) {
        throw new DateTimeException("an hour without its half of the day");
      }
      return new TimeFormat(name, Optional.of(formatter));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new SettingException(
          String.format(
              "%s=%s: neither millis, iso nor a pattern that tells a date. Use a pattern such as"
                  + " 'yyyy-MM-dd HH:mm:ss' (h needs a).",
              option, name));
    }
  }

  /**
   * Milliseconds since the epoch.
   *
   * @param field the name of the field, for the reason
   * @throws UnreadableRecordException if the value is no such time, or outside Beam's range
   */
  public long parse(String field, JsonNode value) throws UnreadableRecordException {
    long millis;
    if (formatter.isEmpty()) {
      millis = wholeNumber(field, value);
    } else {
      String text = value.asText().strip();
      boolean space = name.equals("iso") && text.length() > 10 && text.charAt(10) == ' ';
      try {
        String iso = space ? text.substring(0, 10) + 'T' + text.substring(11) : text;
        millis = toInstant(formatter.get().parse(iso)).toEpochMilli();
      } catch (DateTimeException | ArithmeticException e) {
        throw new UnreadableRecordException(
            String.format(
                "field '%s' is %s: not a time as %s",
                field, value, name.equals("iso") ? "ISO 8601 has it" : "the pattern " + name));
      }
    }
    if (millis < BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis()
        || millis > BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis()) {
      throw new UnreadableRecordException(
          String.format("field '%s' is %s: outside Beam's range of time", field, value));
    }
    return millis;
  }

  private static long wholeNumber(String field, JsonNode value) throws UnreadableRecordException {
    if (value.isNumber() || value.isTextual()) {
      try {
        return new BigDecimal(value.asText().strip()).longValueExact();
      } catch (NumberFormatException | ArithmeticException e) {
        // Falls through to the reason below.
      }
    }
    throw new UnreadableRecordException(
        String.format("field '%s' is %s: not milliseconds since the epoch", field, value));
  }

  /** The letter y counts years of an era, which strict parsing then wants to know; u does not. */
  private static String withProlepticYears(String pattern) {
    if (pattern.indexOf('G') >= 0) {
      return pattern;
    }
    StringBuilder result = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      quoted ^= c == '\'';
      result.append(c == 'y' && !quoted ? 'u' : c);
    }
    return result.toString();
  }

  private static Instant toInstant(TemporalAccessor time) {
    if (time.isSupported(ChronoField.INSTANT_SECONDS)) {
      return Instant.from(time);
    }
    if (time.isSupported(ChronoField.SECOND_OF_DAY)) {
      return LocalDateTime.from(time).toInstant(ZoneOffset.UTC);
    }
    return LocalDate.from(time).atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private Object writeReplace() {
    return new Written(name);
  }

  /** A formatter cannot be serialized; its name can. */
  private record Written(String name) implements Serializable {
    private Object readResolve() {
      return TimeFormat.of("timestampFormat", name);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
