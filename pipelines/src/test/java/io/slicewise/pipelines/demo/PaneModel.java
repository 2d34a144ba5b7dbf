package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.demo.panes.PaneLine.Timing;
import io.slicewise.pipelines.demo.replay.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the demo must give, worked out event by event without Beam: one counter per key and window,
 * and the watermark rule.
 */
final class PaneModel {
  private final WindowSettings settings;
  private final Map<Window, Counter> windows =
      new TreeMap<>(Comparator.comparing(Window::key).thenComparing(Window::startMillis));
  private final List<Pane> panes = new ArrayList<>();
  private final List<Long> lateLines = new ArrayList<>();
  private long watermark = Long.MIN_VALUE;
  private long newest = Long.MIN_VALUE;

  record Window(String key, long startMillis) {}

  record Pane(String key, long startMillis, long count, Timing timing, long index) {}

  private static final class Counter {
    private long count;
    private long sinceFiring;
    private long fired;
    private boolean endFired;
  }

  PaneModel(WindowSettings settings, List<Event> events) {
    this.settings = settings;
    for (Event event : events) {
      add(event);
      newest = Math.max(newest, event.timestampMillis());
      advance(newest - settings.boundMillis());
    }
    advance(Long.MAX_VALUE);
  }

  List<Pane> panes() {
    return panes.stream()
        .sorted(
            Comparator.comparing(Pane::key)
                .thenComparing(Pane::startMillis)
                .thenComparing(Pane::index))
        .toList();
  }

  List<Long> lateLines() {
    return lateLines.stream().sorted().toList();
  }

  private long lastMillis(Window window) {
    return window.startMillis() + settings.sizeMillis() - 1;
  }

  private void add(Event event) {
    boolean accepted = false;
    long time = event.timestampMillis();
    long start = time - Math.floorMod(time, settings.periodMillis());
    for (; start > time - settings.sizeMillis(); start -= settings.periodMillis()) {
      Window window = new Window(event.key(), start);
      if (lastMillis(window) + settings.latenessMillis() >= watermark) {
        accepted = true;
        add(window);
      }
    }
    if (!accepted) {
      lateLines.add(event.line());
    }
  }

  private void add(Window window) {
    Counter counter = windows.computeIfAbsent(window, any -> new Counter());
    counter.count++;
    counter.sinceFiring++;
    if (watermark > lastMillis(window)) {
      counter.endFired = true;
      fire(window, counter, Timing.LATE);
    } else if (counter.sinceFiring >= WindowSettings.EVENTS_PER_EARLY_PANE) {
      fire(window, counter, Timing.EARLY);
    }
  }

  private void advance(long newWatermark) {
    if (newWatermark <= watermark) {
      return;
    }
    watermark = newWatermark;
    windows.forEach(
        (window, counter) -> {
          if (!counter.endFired && watermark > lastMillis(window)) {
            counter.endFired = true;
            fire(window, counter, Timing.ON_TIME);
          }
        });
  }

  private void fire(Window window, Counter counter, Timing timing) {
    panes.add(new Pane(window.key(), window.startMillis(), counter.count, timing, counter.fired));
    counter.fired++;
    counter.sinceFiring = 0;
  }
}
