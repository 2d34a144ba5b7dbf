package io.slicewise.pipelines.scenario;

import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.LocatedJson.Fields;
import java.util.ArrayList;
import java.util.List;

/** Reads the events of a scenario. */
final class EventReader {
  private static final String END = "end";

  private final ValueReader values;
  private long lastWatermark = TimeBounds.MIN_TIMESTAMP;

  EventReader(ValueReader values) {
    this.values = values;
  }

  List<Event> read(LocatedJson json) {
    List<LocatedJson> items = json.items();
    List<Event> events = new ArrayList<>();
    for (LocatedJson item : items) {
      if (!events.isEmpty() && events.get(events.size() - 1) instanceof Event.WatermarkEnd) {
        throw item.error("nothing may follow {\"watermark\": \"end\"}.");
      }
      events.add(event(item));
    }
    if (events.isEmpty() || !(events.get(events.size() - 1) instanceof Event.WatermarkEnd)) {
      throw json.error("the last event must be {\"watermark\": \"end\"}.");
    }
    return events;
  }

  private Event event(LocatedJson json) {
    Fields fields =
        json.fields(List.of(), List.of("element", "watermark", "advanceProcessingTime", "restart"));
    if (fields.members().size() != 1) {
      throw json.error(
          "an event must have exactly one of the fields element, watermark,"
              + " advanceProcessingTime, restart but had "
              + fields.members().size()
              + ".");
    }
    String name = fields.members().keySet().iterator().next();
    LocatedJson value = fields.get(name);
    return switch (name) {
      case "element" -> element(value);
      case "watermark" -> watermark(value);
      case "advanceProcessingTime" ->
          new Event.AdvanceProcessingTime(value.integer(0, TimeBounds.MAX_DURATION, " ms"));
      default -> restart(value);
    };
  }

  private Event.Element element(LocatedJson json) {
    return element(json, values);
  }

  /** An element, as among the events or in the late output. */
  static Event.Element element(LocatedJson json, ValueReader values) {
    Fields fields = json.fields("key", "value", "timestamp");
    return new Event.Element(
        fields.get("key").text(),
        values.element(fields.get("value")),
        fields
            .get("timestamp")
            .integer(TimeBounds.MIN_TIMESTAMP, TimeBounds.MAX_TIMESTAMP - 1, " ms"));
  }

  private Event watermark(LocatedJson json) {
    if (json.value().equals(END)) {
      return new Event.WatermarkEnd();
    }
    if (json.value() instanceof String) {
      throw json.mustBe("an integer or \"end\"");
    }
    long millis = json.integer(TimeBounds.MIN_TIMESTAMP, TimeBounds.MAX_TIMESTAMP - 1, " ms");
    if (millis < lastWatermark) {
      throw json.error(
          "the watermark never goes back, but was "
              + millis
              + " ms after "
              + lastWatermark
              + " ms.");
    }
    lastWatermark = millis;
    return new Event.Watermark(millis);
  }

  private static Event restart(LocatedJson json) {
    if (!json.bool()) {
      throw json.mustBe("true");
    }
    return new Event.Restart();
  }
}
