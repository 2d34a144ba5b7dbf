package io.slicewise.oracle;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Trailing windows by the letter of the scenario format, and nothing else: every accepted element
 * is kept for ever, windows are created one by one as they are described, and each pane is computed
 * from the elements.
 */
final class TrailingOracle {
  private final Scenario scenario;
  private final long size;
  private final Map<String, Key> keys = new HashMap<>();
  private final List<Pane> panes = new ArrayList<>();
  private final List<Event.Element> late = new ArrayList<>();
  private final Map<String, List<Long>> outputWatermarks = new HashMap<>();
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  private TrailingOracle(Scenario scenario) {
    this.scenario = scenario;
    this.size = ((WindowSpec.Trailing) scenario.windows().get(0)).sizeMillis();
  }

  /** Whether the windows of {@code scenario} are trailing windows. */
  static boolean supports(Scenario scenario) {
    return scenario.windows().size() == 1
        && scenario.windows().get(0) instanceof WindowSpec.Trailing;
  }

  /** Runs {@code scenario}. */
  static Outcome run(Scenario scenario) {
    TrailingOracle oracle = new TrailingOracle(scenario);
    for (Event event : scenario.events()) {
      if (event instanceof Event.Element element) {
        oracle.keys.computeIfAbsent(element.key(), name -> oracle.new Key(name)).add(element);
      } else if (event instanceof Event.Watermark moved) {
        oracle.moveWatermark(moved.millis());
      } else if (event instanceof Event.WatermarkEnd) {
        oracle.moveWatermark(TimeBounds.MAX_TIMESTAMP);
      }
      for (Key key : oracle.keys.values()) {
        oracle
            .outputWatermarks
            .computeIfAbsent(key.name, unused -> new ArrayList<>())
            .add(key.isIdle() ? Outcome.IDLE : oracle.watermark);
      }
    }
    return new Outcome(oracle.panes, oracle.late, 0, 0, oracle.outputWatermarks);
  }

  private void moveWatermark(long millis) {
    watermark = millis;
    keys.values().forEach(Key::fireDue);
  }

  /** The last watermark at which a window whose last instant is {@code end} takes elements. */
  private long expiryOf(long end) {
    return TimeBounds.plusWithinTime(
        Math.min(end, TimeBounds.LAST_WINDOW_INSTANT), scenario.allowedLatenessMillis());
  }

  /** An element that was accepted. */
  private record Kept(long timestamp, Object value) {}

  private final class Key {
    private final String name;
    private final List<Kept> kept = new ArrayList<>();

    /** By start, those that have not expired. */
    private final Map<Long, Window> windows = new TreeMap<>();

    private Key(String name) {
      this.name = name;
    }

    private void add(Event.Element element) {
      long timestamp = Math.min(element.timestampMillis(), TimeBounds.LAST_WINDOW_INSTANT);
      if (expiryOf(timestamp + size) < watermark) {
        late.add(element);
        return;
      }
      OptionalLong previous =
          kept.stream().mapToLong(Kept::timestamp).filter(time -> time < timestamp).max();
      Kept added = new Kept(timestamp, element.value());
      kept.add(added);
      for (Window window : windows.values()) {
        if (window.holds(timestamp)) {
          window.fresh.add(added);
        }
      }
      create(timestamp - size);
      if (previous.isPresent() && timestamp <= previous.getAsLong() + 1 + size) {
        create(previous.getAsLong() + 1);
      }
      if (kept.stream().anyMatch(one -> new Window(timestamp + 1).holds(one.timestamp))) {
        create(timestamp + 1);
      }
      for (Window window : windows.values()) {
        if (window.isOver() && !window.fresh.isEmpty()) {
          window.fire(PaneTiming.LATE, false);
        }
      }
    }

    private void create(long start) {
      if (!windows.containsKey(start) && expiryOf(start + size) >= watermark) {
        Window window = new Window(start);
        kept.stream().filter(one -> window.holds(one.timestamp)).forEach(window.fresh::add);
        windows.put(start, window);
      }
    }

    private void fireDue() {
      for (Window window : windows.values()) {
        boolean expires = expiryOf(window.end()) < watermark;
        if (window.isOver() && window.paneCount == 0) {
          window.fire(PaneTiming.ON_TIME, expires);
        } else if (expires && scenario.closingBehavior() == FiringBehavior.FIRE_ALWAYS) {
          window.fire(PaneTiming.LATE, true);
        }
      }
      windows.values().removeIf(window -> expiryOf(window.end()) < watermark);
    }

    /** Whether nothing that has come can be in a window any more, or open one. */
    private boolean isIdle() {
      return kept.stream().allMatch(one -> expiryOf(one.timestamp + 1 + size) < watermark);
    }

    private final class Window {
      private final long start;

      /** What came since the last pane. */
      private final List<Kept> fresh = new ArrayList<>();

      private long paneCount;
      private Pane lastPane;

      private Window(long start) {
        this.start = start;
      }

      private long end() {
        return start + size;
      }

      private long lastInstant() {
        return Math.min(end(), TimeBounds.LAST_WINDOW_INSTANT);
      }

      private boolean holds(long timestamp) {
        return start <= timestamp && timestamp <= end();
      }

      private boolean isOver() {
        return lastInstant() < watermark;
      }

      private void fire(PaneTiming timing, boolean isLast) {
        boolean discarding = scenario.accumulation() == Scenario.Accumulation.DISCARDING;
        List<Object> shown =
            kept.stream()
                .filter(one -> holds(one.timestamp))
                .filter(one -> !discarding || fresh.contains(one))
                .sorted(Comparator.comparing(Kept::timestamp))
                .map(Kept::value)
                .toList();
        Pane pane =
            new Pane(
                name,
                0,
                new TimeWindow(Math.max(start, TimeBounds.MIN_TIMESTAMP), lastInstant() + 1),
                AllValues.result(scenario.aggregate(), shown),
                timing,
                paneCount,
                paneCount,
                paneCount == 0,
                isLast,
                lastInstant(),
                false);
        if (lastPane != null && scenario.accumulation() == Scenario.Accumulation.RETRACTING) {
          panes.add(ReduceFnOracle.withdrawal(lastPane, pane));
        }
        panes.add(pane);
        lastPane = pane;
        paneCount++;
        fresh.clear();
      }
    }
  }
}
