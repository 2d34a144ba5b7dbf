package io.slicewise.pipelines.scenario;

import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.LocatedJson.Fields;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/** Reads one window specification. */
final class WindowReader {
  private static final String MILLIS = " ms";
  private static final long MOST_WINDOWS_PER_ELEMENT = 10_000;

  private WindowReader() {}

  static WindowSpec read(LocatedJson json) {
    String type = JsonType.of(json);
    return switch (type) {
      case "fixed" -> fixed(json.fields(List.of("type", "size"), List.of("offset")));
      case "sliding" -> sliding(json.fields(List.of("type", "size", "period"), List.of("offset")));
      case "cumulative" ->
          cumulative(json.fields(List.of("type", "size", "step"), List.of("offset")));
      case "sessions" -> {
        Fields fields = json.fields("type", "gap", "inclusiveGap");
        yield new WindowSpec.Sessions(
            duration(fields.get("gap")), fields.get("inclusiveGap").bool());
      }
      case "trailing" ->
          new WindowSpec.Trailing(
              json.fields("type", "size").get("size").integer(0, TimeBounds.MAX_DURATION, MILLIS));
      case "streamTime" ->
          new WindowSpec.StreamTime(duration(json.fields("type", "size").get("size")));
      case "calendar" ->
          calendar(json.fields(List.of("type", "unit", "zone"), List.of("count", "every")));
      case "global" -> {
        json.fields("type");
        yield new WindowSpec.Global();
      }
      default ->
          throw JsonType.unknown(
              json, "fixed, sliding, cumulative, sessions, trailing, streamTime, calendar, global");
    };
  }

  private static WindowSpec fixed(Fields fields) {
    long size = duration(fields.get("size"));
    return new WindowSpec.Fixed(size, offset(fields, "size", size));
  }

  private static WindowSpec sliding(Fields fields) {
    long size = duration(fields.get("size"));
    long period = duration(fields.get("period"));
    requireFew(fields.get("size"), "period", size, period, MILLIS);
    return new WindowSpec.Sliding(size, period, offset(fields, "period", period));
  }

  private static WindowSpec cumulative(Fields fields) {
    long size = duration(fields.get("size"));
    long step = duration(fields.get("step"));
    if (size % step != 0) {
      throw fields
          .get("size")
          .error("must be a multiple of the step of " + step + " ms but was " + size + " ms.");
    }
    requireFew(fields.get("size"), "step", size, step, MILLIS);
    return new WindowSpec.Cumulative(size, step, offset(fields, "size", size));
  }

  private static WindowSpec calendar(Fields fields) {
    LocatedJson zone = fields.get("zone");
    try {
      ZoneId.of(zone.text());
    } catch (DateTimeException e) {
      throw zone.error(
          "must be a time zone, such as \"Europe/Berlin\", but was \"" + zone.text() + "\".");
    }
    int count = number(fields, "count");
    int every = number(fields, "every");
    fields.find("count").ifPresent(json -> requireFew(json, "every", count, every, ""));
    return new WindowSpec.Calendar(
        fields.get("unit").lowerCaseConstant(WindowSpec.CalendarUnit.class),
        count,
        every,
        zone.text());
  }

  /** Each element is in so many windows, and each of them may give panes, which are kept. */
  private static void requireFew(
      LocatedJson length, String distanceName, long lengthValue, long distance, String unit) {
    if ((lengthValue - 1) / distance >= MOST_WINDOWS_PER_ELEMENT) {
      throw length.error(
          String.format(
              Locale.ROOT,
              "must be at most %,d times the %s of %d%s but was %d%s.",
              MOST_WINDOWS_PER_ELEMENT,
              distanceName,
              distance,
              unit,
              lengthValue,
              unit));
    }
  }

  private static int number(Fields fields, String name) {
    return fields.find(name).map(n -> (int) n.integer(1, Integer.MAX_VALUE, "")).orElse(1);
  }

  private static long duration(LocatedJson json) {
    return json.integer(1, TimeBounds.MAX_DURATION, MILLIS);
  }

  private static long offset(Fields fields, String limitName, long limit) {
    if (fields.find("offset").isEmpty()) {
      return 0;
    }
    LocatedJson offset = fields.get("offset");
    if (offset.integer() < 0 || offset.integer() >= limit) {
      throw offset.error(
          "must be from 0 ms to less than the "
              + limitName
              + " of "
              + limit
              + " ms but was "
              + offset.integer()
              + " ms.");
    }
    return offset.integer();
  }
}
