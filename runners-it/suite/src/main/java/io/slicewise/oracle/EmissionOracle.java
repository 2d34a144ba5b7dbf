package io.slicewise.oracle;

import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What {@link Emission} asks for, from its definition: all elements are kept, and every pane is
 * computed from them. For fixed, sliding and cumulative windows, the default trigger or one that
 * counts elements, and timestamps at the end of windows. Says nothing of output watermarks.
 */
final class EmissionOracle {
  private final Scenario scenario;
  private final Emission emission;
  private final boolean early;
  private final int earlyCount;
  private final int lateCount;
  private final Map<String, TreeMap<Long, WindowOfKey>> keys = new HashMap<>();
  private final Map<String, List<Long>> noOutputWatermarks = new HashMap<>();
  private final List<Pane> panes = new ArrayList<>();
  private final List<Event.Element> late = new ArrayList<>();
  private long dropped;
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  private EmissionOracle(Scenario scenario, Emission emission) {
    this.scenario = scenario;
    this.emission = emission;
    this.early = scenario.trigger() instanceof TriggerSpec.EarlyAndLate;
    this.earlyCount = early ? countOf(((TriggerSpec.EarlyAndLate) scenario.trigger()).early()) : 0;
    this.lateCount =
        early ? countOf(((TriggerSpec.EarlyAndLate) scenario.trigger()).lateOrNull()) : 1;
  }

  private static int countOf(TriggerSpec trigger) {
    return ((TriggerSpec.AfterPane) trigger).count();
  }

  /** Whether the definition has {@code trigger}. */
  static boolean knows(TriggerSpec trigger) {
    return trigger instanceof TriggerSpec.DefaultTrigger
        || (trigger instanceof TriggerSpec.EarlyAndLate both
            && both.early() instanceof TriggerSpec.AfterPane
            && both.lateOrNull() instanceof TriggerSpec.AfterPane);
  }

  /** Runs {@code scenario}. */
  static Outcome run(Scenario scenario, Emission emission) {
    EmissionOracle oracle = new EmissionOracle(scenario, emission);
    for (Event event : scenario.events()) {
      if (event instanceof Event.Element element) {
        oracle.add(element);
      } else if (event instanceof Event.Watermark moved) {
        oracle.moveWatermark(moved.millis());
      } else if (event instanceof Event.WatermarkEnd) {
        oracle.moveWatermark(TimeBounds.MAX_TIMESTAMP);
      }
      oracle.noOutputWatermarks.values().forEach(all -> all.add(Outcome.IDLE));
    }
    return new Outcome(oracle.panes, oracle.late, oracle.dropped, 0, oracle.noOutputWatermarks);
  }

  private void add(Event.Element element) {
    noOutputWatermarks.computeIfAbsent(element.key(), unused -> new ArrayList<>());
    TreeMap<Long, WindowOfKey> windows =
        keys.computeIfAbsent(element.key(), unused -> new TreeMap<>());
    List<WindowOfKey> open = new ArrayList<>();
    List<Long> of = windowsOf(element.timestampMillis());
    for (long window : of) {
      if (expiry(window) < watermark) {
        dropped++;
      } else {
        open.add(windows.computeIfAbsent(window, w -> new WindowOfKey(element.key(), w)));
      }
    }
    if (open.isEmpty() && !of.isEmpty()) {
      late.add(element);
    } else {
      of.stream().filter(windows::containsKey).map(windows::get).forEach(WindowOfKey::noteMissed);
    }
    for (WindowOfKey window : open) {
      window.values.add(element.value());
    }
    for (WindowOfKey window : open) {
      if (isOver(window.window)) {
        window.count(lateCount, PaneTiming.LATE);
      } else if (early && isEarlyWanted(window.window)) {
        window.count(earlyCount, PaneTiming.EARLY);
      }
    }
  }

  /** Whether early panes of a window are wanted: perhaps only those of the next one to close. */
  private boolean isEarlyWanted(long window) {
    return !emission.earlyForNextOnly() || isOver(window - 1);
  }

  private void moveWatermark(long millis) {
    long before = watermark;
    watermark = millis;
    for (Map.Entry<String, TreeMap<Long, WindowOfKey>> key : keys.entrySet()) {
      if (emission.fills()) {
        fill(key.getKey(), key.getValue(), before);
      }
      for (WindowOfKey window : key.getValue().values()) {
        boolean isOverNow = isOver(window.window) && maxTimestamp(window.window) >= before;
        boolean expiresNow = expiry(window.window) < watermark && expiry(window.window) >= before;
        if (isOverNow) {
          window.fire(PaneTiming.ON_TIME, expiresNow);
        } else if (expiresNow) {
          window.fire(PaneTiming.LATE, true);
        }
      }
    }
  }

  /** Adds the empty windows that are over now and start soon enough after one with data. */
  private void fill(String key, NavigableMap<Long, WindowOfKey> windows, long before) {
    List<Long> withData =
        windows.values().stream().filter(w -> !w.values.isEmpty()).map(w -> w.window).toList();
    for (long data : withData) {
      for (long window = data + 1; start(window) - start(data) <= emission.fillIdleMillis(); ) {
        boolean isOverNow = isOver(window) && maxTimestamp(window) >= before;
        long next = window;
        boolean inputGoesOn =
            watermark < TimeBounds.LAST_WINDOW_INSTANT || withData.stream().anyMatch(w -> w > next);
        if (isOverNow && inputGoesOn) {
          windows.computeIfAbsent(window, w -> new WindowOfKey(key, w));
        }
        window++;
      }
    }
  }

  private boolean isOver(long window) {
    return maxTimestamp(window) < watermark;
  }

  private long expiry(long window) {
    return TimeBounds.plusWithinTime(maxTimestamp(window), scenario.allowedLatenessMillis());
  }

  // Windows by number, from the definitions of the scenario format.

  private List<Long> windowsOf(long timestamp) {
    List<Long> windows = new ArrayList<>();
    long near =
        shape() instanceof WindowSpec.Cumulative cumulative
            ? Math.floorDiv(timestamp - cumulative.offsetMillis(), cumulative.stepMillis())
            : Math.floorDiv(timestamp - start(0), ((WindowSpec.Sliding) shape()).periodMillis());
    for (long window = near - 100; window <= near + 100; window++) {
      if (start(window) <= timestamp && timestamp <= maxTimestamp(window)) {
        windows.add(window);
      }
    }
    return windows;
  }

  private WindowSpec shape() {
    WindowSpec spec = scenario.windows().get(0);
    return spec instanceof WindowSpec.Fixed fixed
        ? new WindowSpec.Sliding(fixed.sizeMillis(), fixed.sizeMillis(), fixed.offsetMillis())
        : spec;
  }

  private long start(long window) {
    if (shape() instanceof WindowSpec.Cumulative cumulative) {
      long steps = cumulative.sizeMillis() / cumulative.stepMillis();
      return Math.floorDiv(window, steps) * cumulative.sizeMillis() + cumulative.offsetMillis();
    }
    WindowSpec.Sliding sliding = (WindowSpec.Sliding) shape();
    return window * sliding.periodMillis() + sliding.offsetMillis();
  }

  private long maxTimestamp(long window) {
    if (shape() instanceof WindowSpec.Cumulative cumulative) {
      return (window + 1) * cumulative.stepMillis() + cumulative.offsetMillis() - 1;
    }
    return start(window) + ((WindowSpec.Sliding) shape()).sizeMillis() - 1;
  }

  /** One window of one key, with all elements it has had. */
  private final class WindowOfKey {
    private final String key;
    private final long window;
    private final List<Object> values = new ArrayList<>();

    /** How many of the values the last firing has seen. */
    private int fired;

    /** How many elements the trigger has seen since. */
    private int counted;

    private boolean hasFiredAtEnd;

    /** Whether an element came after the window had expired, and others still took it. */
    private boolean hasMissed;

    private int paneCount;
    private int onTimeOrLate;
    private Pane lastPane;

    private WindowOfKey(String key, long window) {
      this.key = key;
      this.window = window;
    }

    private void noteMissed() {
      hasMissed |= expiry(window) < watermark;
    }

    /** Takes note of an element; the first of a window that is over is not waited with. */
    private void count(int wanted, PaneTiming timing) {
      counted++;
      if (counted >= wanted || (timing == PaneTiming.LATE && !hasFiredAtEnd)) {
        fire(timing, false);
      }
    }

    private void fire(PaneTiming timing, boolean isLast) {
      counted = 0;
      hasFiredAtEnd |= timing != PaneTiming.EARLY;
      boolean isEmpty = fired == values.size();
      boolean asked =
          (timing == PaneTiming.ON_TIME && scenario.onTimeBehavior() == FiringBehavior.FIRE_ALWAYS)
              || (isLast && scenario.closingBehavior() == FiringBehavior.FIRE_ALWAYS)
              || (values.isEmpty() && paneCount == 0);
      boolean discarding = scenario.accumulation() == Scenario.Accumulation.DISCARDING;
      List<Object> shown = values.subList(discarding ? fired : 0, values.size());
      Object value = AllValues.result(scenario.aggregate(), shown);
      if ((!isEmpty || asked) && !isRepeated(timing, value, discarding, isEmpty)) {
        emit(timing, isLast, value);
      }
      fired = values.size();
    }

    private boolean isRepeated(
        PaneTiming timing, Object value, boolean discarding, boolean isEmpty) {
      if (emission.repeats() == Repeats.EMITTED) {
        return false;
      }
      if (lastPane == null) {
        WindowOfKey smaller = keys.get(key).get(window - 1);
        boolean firesOnce = !early && scenario.allowedLatenessMillis() == 0;
        return emission.repeats() == Repeats.LEFT_OUT
            && (!discarding || firesOnce)
            && shape() instanceof WindowSpec.Cumulative
            && start(window - 1) == start(window)
            && smaller != null
            && !smaller.values.isEmpty()
            && !smaller.hasMissed
            && Objects.equals(AllValues.result(scenario.aggregate(), smaller.values), value);
      }
      boolean asked =
          emission.repeats() == Repeats.LEFT_OUT
              || (timing == PaneTiming.ON_TIME && lastPane.timing() == PaneTiming.EARLY);
      return asked && (discarding ? isEmpty : Objects.equals(lastPane.value(), value));
    }

    private void emit(PaneTiming timing, boolean isLast, Object value) {
      Pane pane =
          new Pane(
              key,
              0,
              new TimeWindow(start(window), maxTimestamp(window) + 1),
              value,
              timing,
              paneCount,
              timing == PaneTiming.EARLY ? -1 : onTimeOrLate,
              paneCount == 0,
              isLast,
              maxTimestamp(window),
              false);
      if (lastPane != null && scenario.accumulation() == Scenario.Accumulation.RETRACTING) {
        panes.add(ReduceFnOracle.withdrawal(lastPane, pane));
      }
      panes.add(pane);
      lastPane = pane;
      paneCount++;
      onTimeOrLate += timing == PaneTiming.EARLY ? 0 : 1;
    }
  }
}
