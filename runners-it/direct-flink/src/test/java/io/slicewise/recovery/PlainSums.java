package io.slicewise.recovery;

import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sum of each window by plain addition: what a table of the windows must hold in the end. */
final class PlainSums {
  private final Scenario scenario;
  private final Map<Row, Long> sums = new HashMap<>();

  private PlainSums(Scenario scenario) {
    this.scenario = scenario;
  }

  /**
   * The sums of {@code scenario}, whose windows are fixed, sliding, cumulative, or sessions without
   * late elements.
   */
  static Map<Row, Long> of(Scenario scenario) {
    PlainSums plain = new PlainSums(scenario);
    for (int spec = 0; spec < scenario.windows().size(); spec++) {
      if (scenario.windows().get(spec) instanceof WindowSpec.Sessions sessions) {
        plain.addSessions(spec, sessions.gapMillis());
      } else {
        plain.addAligned(spec);
      }
    }
    return plain.sums;
  }

  private void addAligned(int spec) {
    long watermark = Long.MIN_VALUE;
    for (Event event : scenario.events()) {
      if (event instanceof Event.Watermark moved) {
        watermark = moved.millis();
      } else if (event instanceof Event.Element element) {
        for (TimeWindow window : windowsOf(scenario.windows().get(spec), element)) {
          if (window.maxTimestamp() + scenario.allowedLatenessMillis() >= watermark) {
            add(element, spec, window);
          }
        }
      }
    }
  }

  private static List<TimeWindow> windowsOf(WindowSpec spec, Event.Element element) {
    long timestamp = element.timestampMillis();
    List<TimeWindow> windows = new ArrayList<>();
    if (spec instanceof WindowSpec.Cumulative cumulative) {
      long size = cumulative.sizeMillis();
      long start = Math.floorDiv(timestamp, size) * size;
      for (long end = start + size; end > timestamp; end -= cumulative.stepMillis()) {
        windows.add(new TimeWindow(start, end));
      }
    } else if (spec instanceof WindowSpec.Fixed fixed) {
      long start = Math.floorDiv(timestamp, fixed.sizeMillis()) * fixed.sizeMillis();
      windows.add(new TimeWindow(start, start + fixed.sizeMillis()));
    } else if (spec instanceof WindowSpec.Sliding sliding) {
      long offset = sliding.offsetMillis();
      long period = sliding.periodMillis();
      long start = Math.floorDiv(timestamp - offset, period) * period + offset;
      for (; start + sliding.sizeMillis() > timestamp; start -= period) {
        windows.add(new TimeWindow(start, start + sliding.sizeMillis()));
      }
    } else {
      throw new IllegalArgumentException("no plain sums in " + spec);
    }
    return windows;
  }

  private void addSessions(int spec, long gap) {
    Map<String, List<Event.Element>> byKey = new HashMap<>();
    for (Event event : scenario.events()) {
      if (event instanceof Event.Element element) {
        byKey.computeIfAbsent(element.key(), key -> new ArrayList<>()).add(element);
      }
    }
    for (List<Event.Element> elements : byKey.values()) {
      elements.sort((a, b) -> Long.compare(a.timestampMillis(), b.timestampMillis()));
      int first = 0;
      for (int next = 1; next <= elements.size(); next++) {
        long end = elements.get(next - 1).timestampMillis() + gap;
        if (next == elements.size() || elements.get(next).timestampMillis() >= end) {
          TimeWindow session = new TimeWindow(elements.get(first).timestampMillis(), end);
          elements.subList(first, next).forEach(element -> add(element, spec, session));
          first = next;
        }
      }
    }
  }

  private void add(Event.Element element, int spec, TimeWindow window) {
    sums.merge(new Row(element.key(), spec, window), (Long) element.value(), Long::sum);
  }

  /** A window of a key. */
  record Row(String key, int windowSpec, TimeWindow window) {}
}
