package io.slicewise.pipelines.scenario;

import io.slicewise.core.window.TimeWindow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The JSON form of the parts of scenarios, as maps, lists and plain values. */
final class JsonForm {
  private JsonForm() {}

  static Map<String, Object> of(WindowSpec spec) {
    if (spec instanceof WindowSpec.Fixed w) {
      return object("type", "fixed", "size", w.sizeMillis(), "offset", w.offsetMillis());
    }
    if (spec instanceof WindowSpec.Sliding w) {
      Map<String, Object> sliding = object("type", "sliding", "size", w.sizeMillis());
      sliding.putAll(object("period", w.periodMillis(), "offset", w.offsetMillis()));
      return sliding;
    }
    if (spec instanceof WindowSpec.Cumulative w) {
      Map<String, Object> cumulative = object("type", "cumulative", "size", w.sizeMillis());
      cumulative.putAll(object("step", w.stepMillis(), "offset", w.offsetMillis()));
      return cumulative;
    }
    if (spec instanceof WindowSpec.Sessions w) {
      return object("type", "sessions", "gap", w.gapMillis(), "inclusiveGap", w.inclusiveGap());
    }
    if (spec instanceof WindowSpec.Trailing w) {
      return object("type", "trailing", "size", w.sizeMillis());
    }
    if (spec instanceof WindowSpec.StreamTime w) {
      return object("type", "streamTime", "size", w.sizeMillis());
    }
    if (spec instanceof WindowSpec.Calendar w) {
      String unit = w.unit().name().toLowerCase(Locale.ROOT);
      Map<String, Object> calendar = object("type", "calendar", "unit", unit);
      calendar.putAll(object("count", w.count(), "every", w.every(), "zone", w.zone()));
      return calendar;
    }
    return object("type", "global");
  }

  static Map<String, Object> of(Event event) {
    if (event instanceof Event.Element element) {
      return object("element", element(element));
    }
    if (event instanceof Event.Watermark watermark) {
      return object("watermark", watermark.millis());
    }
    if (event instanceof Event.AdvanceProcessingTime advance) {
      return object("advanceProcessingTime", advance.millis());
    }
    return event instanceof Event.Restart ? object("restart", true) : object("watermark", "end");
  }

  static Map<String, Object> element(Event.Element element) {
    return object(
        "key", element.key(), "value", element.value(), "timestamp", element.timestampMillis());
  }

  static Map<String, Object> of(ExpectedPane pane) {
    Map<String, Object> form = new LinkedHashMap<>();
    pane.key().ifPresent(key -> form.put("key", key));
    pane.windowSpec().ifPresent(spec -> form.put("windowSpec", spec));
    pane.window().ifPresent(window -> form.put("window", bounds(window)));
    pane.value().ifPresent(value -> form.put("value", value));
    pane.timing().ifPresent(timing -> form.put("timing", timing.name()));
    pane.index().ifPresent(index -> form.put("index", index));
    pane.nonSpeculativeIndex().ifPresent(index -> form.put("nonSpeculativeIndex", index));
    pane.isFirst().ifPresent(first -> form.put("isFirst", first));
    pane.isLast().ifPresent(last -> form.put("isLast", last));
    pane.timestampMillis().ifPresent(timestamp -> form.put("timestamp", timestamp));
    if (pane.retraction()) {
      form.put("retraction", true);
    }
    return form;
  }

  /** A pane that came out, with its window specification if there are several. */
  static Map<String, Object> of(Pane pane, boolean severalWindows) {
    Map<String, Object> form = of(ExpectedPane.of(pane));
    if (!severalWindows) {
      form.remove("windowSpec");
    }
    return form;
  }

  private static List<Long> bounds(TimeWindow window) {
    return List.of(window.startMillis(), window.endMillis());
  }

  private static Map<String, Object> object(String name, Object value) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put(name, value);
    return object;
  }

  private static Map<String, Object> object(String n1, Object v1, String n2, Object v2) {
    Map<String, Object> object = object(n1, v1);
    object.put(n2, v2);
    return object;
  }

  private static Map<String, Object> object(
      String n1, Object v1, String n2, Object v2, String n3, Object v3) {
    Map<String, Object> object = object(n1, v1, n2, v2);
    object.put(n3, v3);
    return object;
  }
}
