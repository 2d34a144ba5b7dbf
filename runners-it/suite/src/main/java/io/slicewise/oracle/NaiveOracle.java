package io.slicewise.oracle;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.pane.TimestampCombiner;
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
import java.util.stream.LongStream;

/**
 * A second opinion on scenarios with the default trigger, straight from the rules of the scenario
 * format and without any code of Beam: it keeps all elements and computes every pane from them.
 */
final class NaiveOracle {
  private static final long NONE = Long.MAX_VALUE;

  private Scenario scenario;

  /** All elements that were not too late, for windows that an update brings. */
  private final List<Event.Element> taken = new ArrayList<>();

  /** By key, windows that ended before take no elements, as an update has come between. */
  private final Map<String, Long> closedBefore = new HashMap<>();

  /** The allowed lateness before the update, if it was less, or -1. */
  private long shorterLateness = -1;

  private final List<WindowOfKey> live = new ArrayList<>();
  private final Map<String, Long> outputWatermarks = new HashMap<>();
  private final Map<String, List<Long>> allOutputWatermarks = new HashMap<>();
  private final Map<String, Long> latest = new HashMap<>();
  private final List<Pane> panes = new ArrayList<>();
  private final List<Event.Element> late = new ArrayList<>();
  private long dropped;
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  private NaiveOracle(Scenario scenario) {
    this.scenario = scenario;
  }

  /** Runs {@code scenario}. */
  static Outcome run(Scenario scenario) {
    NaiveOracle oracle = new NaiveOracle(scenario);
    scenario.events().forEach(oracle::process);
    return oracle.outcome();
  }

  /**
   * Runs the first {@code updateAt} events of {@code before}, and the others with the windows and
   * the lateness of {@code after}: the windows that are not over then are those of {@code after},
   * with all elements since the beginning.
   *
   * @param keepsWindows whether those were windows before, which go on, over or not
   */
  static Outcome runUpdated(Scenario before, Scenario after, int updateAt, boolean keepsWindows) {
    NaiveOracle oracle = new NaiveOracle(before);
    before.events().subList(0, updateAt).forEach(oracle::process);
    oracle.update(after, keepsWindows);
    after.events().subList(updateAt, after.events().size()).forEach(oracle::process);
    return oracle.outcome();
  }

  private Outcome outcome() {
    return new Outcome(panes, late, dropped, 0, allOutputWatermarks);
  }

  private void process(Event event) {
    if (event instanceof Event.Element element) {
      add(element);
    } else if (event instanceof Event.Watermark moved) {
      moveWatermark(moved.millis());
    } else if (event instanceof Event.WatermarkEnd) {
      moveWatermark(TimeBounds.MAX_TIMESTAMP);
    }
    for (String key : outputWatermarks.keySet()) {
      allOutputWatermarks
          .computeIfAbsent(key, unused -> new ArrayList<>())
          .add(isIdle(key) ? Outcome.IDLE : moveOutputWatermark(key));
    }
  }

  private void update(Scenario after, boolean keepsWindows) {
    List<WindowOfKey> old = new ArrayList<>(live);
    long latenessBefore = scenario.allowedLatenessMillis();
    shorterLateness = latenessBefore < after.allowedLatenessMillis() ? latenessBefore : -1;
    outputWatermarks.keySet().forEach(this::closeExpired);
    scenario = after;
    if (keepsWindows) {
      live.removeIf(window -> !windowsOf(window.interval.maxTimestamp()).contains(window.interval));
      return;
    }
    live.clear();
    for (WindowOfKey window : old) {
      if (window.isOver()) {
        closedBefore.merge(window.key, window.interval.endMillis(), Math::max);
      }
    }
    for (Event.Element element : taken) {
      for (TimeWindow interval : windowsOf(element.timestampMillis())) {
        if (interval.maxTimestamp() >= watermark) {
          WindowOfKey window = window(element.key(), interval);
          window.add(element, TimeBounds.MIN_TIMESTAMP);
          live.remove(window);
          live.add(window);
        }
      }
    }
  }

  /** Windows that had expired by the lateness before the update do not come back. */
  private void closeExpired(String key) {
    if (shorterLateness >= 0 && watermark - TimeBounds.MIN_TIMESTAMP > shorterLateness) {
      closedBefore.merge(key, watermark - shorterLateness, Math::max);
    }
  }

  private boolean isClosed(String key, TimeWindow interval) {
    return interval.maxTimestamp() < closedBefore.getOrDefault(key, TimeBounds.MIN_TIMESTAMP);
  }

  private void add(Event.Element element) {
    outputWatermarks.putIfAbsent(element.key(), TimeBounds.MIN_TIMESTAMP);
    if (isIdle(element.key())) {
      closeExpired(element.key());
    }
    int expired = 0;
    List<WindowOfKey> open = new ArrayList<>();
    for (TimeWindow interval : windowsOf(assignedTime(element))) {
      if (expiry(interval) < watermark || isClosed(element.key(), interval)) {
        expired++;
      } else {
        open.add(window(element.key(), interval));
      }
    }
    dropped += expired;
    if (open.isEmpty()) {
      if (expired > 0) {
        late.add(element);
      }
      return;
    }
    taken.add(element);
    long output = moveOutputWatermark(element.key());
    for (WindowOfKey window : open) {
      window.add(element, output);
    }
    for (WindowOfKey window : open) {
      if (window.isOver()) {
        window.fire(false, output);
      }
    }
    live.removeAll(open);
    live.addAll(open);
  }

  private void moveWatermark(long millis) {
    watermark = millis;
    outputWatermarks.keySet().forEach(this::moveOutputWatermark);
    for (WindowOfKey window : live) {
      boolean isExpired = expiry(window.interval) < watermark;
      if (isExpired || (window.waitsForEnd && window.isOver())) {
        window.waitsForEnd = false;
        window.fire(isExpired, outputWatermarks.get(window.key));
      }
    }
    live.removeIf(window -> expiry(window.interval) < watermark);
    outputWatermarks.keySet().forEach(this::moveOutputWatermark);
  }

  private long moveOutputWatermark(String key) {
    long limit = watermark;
    for (WindowOfKey window : live) {
      if (window.key.equals(key)) {
        limit = Math.min(limit, Math.min(window.hold, expiry(window.interval)));
        limit = window.waitsForEnd ? Math.min(limit, window.interval.maxTimestamp()) : limit;
      }
    }
    return outputWatermarks.merge(key, limit, Math::max);
  }

  private boolean isIdle(String key) {
    return live.stream().noneMatch(window -> window.key.equals(key));
  }

  private WindowOfKey window(String key, TimeWindow interval) {
    return live.stream()
        .filter(window -> window.key.equals(key) && window.interval.equals(interval))
        .findFirst()
        .orElseGet(() -> new WindowOfKey(key, interval));
  }

  private long expiry(TimeWindow interval) {
    return TimeBounds.plusWithinTime(interval.maxTimestamp(), scenario.allowedLatenessMillis());
  }

  private long assignedTime(Event.Element element) {
    if (!(scenario.windows().get(0) instanceof WindowSpec.StreamTime)) {
      return element.timestampMillis();
    }
    return Math.max(watermark, latest.merge(element.key(), element.timestampMillis(), Math::max));
  }

  private List<TimeWindow> windowsOf(long timestamp) {
    WindowSpec spec = scenario.windows().get(0);
    if (spec instanceof WindowSpec.Calendar calendar) {
      return new CalendarDefinition(calendar).windowsOf(timestamp);
    } else if (spec instanceof WindowSpec.Cumulative cumulative) {
      return cumulative(cumulative, timestamp);
    }
    List<TimeWindow> windows = new ArrayList<>();
    if (spec instanceof WindowSpec.Fixed fixed) {
      spec = new WindowSpec.Sliding(fixed.sizeMillis(), fixed.sizeMillis(), fixed.offsetMillis());
    }
    if (spec instanceof WindowSpec.StreamTime streamTime) {
      spec = new WindowSpec.Sliding(streamTime.sizeMillis(), streamTime.sizeMillis(), 0);
    }
    long end = TimeBounds.LAST_WINDOW_INSTANT + 1;
    if (spec instanceof WindowSpec.Sliding sliding) {
      long number = Math.floorDiv(timestamp - sliding.offsetMillis(), sliding.periodMillis());
      long start = sliding.offsetMillis() + number * sliding.periodMillis();
      for (; start + sliding.sizeMillis() > timestamp; start -= sliding.periodMillis()) {
        windows.add(new TimeWindow(start, Math.min(start + sliding.sizeMillis(), end)));
      }
    } else {
      windows.add(new TimeWindow(TimeBounds.MIN_TIMESTAMP, end));
    }
    return windows;
  }

  private static List<TimeWindow> cumulative(WindowSpec.Cumulative spec, long timestamp) {
    long size = spec.sizeMillis();
    long start = spec.offsetMillis() + size * Math.floorDiv(timestamp - spec.offsetMillis(), size);
    return LongStream.rangeClosed(1, size / spec.stepMillis())
        .map(count -> start + count * spec.stepMillis())
        .filter(end -> end > timestamp)
        .map(end -> Math.min(end, TimeBounds.LAST_WINDOW_INSTANT + 1))
        .distinct()
        .mapToObj(end -> new TimeWindow(start, end))
        .toList();
  }

  /** One window of one key, with all elements it has had. */
  private final class WindowOfKey {
    private final String key;
    private final TimeWindow interval;
    private final List<Object> values = new ArrayList<>();

    /** How many of the values the last firing has seen. */
    private int fired;

    private long paneCount;
    private Pane lastPane;
    private boolean waitsForEnd;
    private long hold = NONE;

    private WindowOfKey(String key, TimeWindow interval) {
      this.key = key;
      this.interval = interval;
    }

    private boolean isOver() {
      return interval.maxTimestamp() < watermark;
    }

    private void add(Event.Element element, long output) {
      values.add(element.value());
      waitsForEnd |= !isOver();
      long timestamp =
          scenario.timestampCombiner() == TimestampCombiner.END_OF_WINDOW
              ? interval.maxTimestamp()
              : element.timestampMillis();
      if (timestamp < output || isOver()) {
        return;
      }
      if (hold == NONE) {
        hold = timestamp;
      } else {
        hold =
            scenario.timestampCombiner() == TimestampCombiner.LATEST
                ? Math.max(hold, timestamp)
                : Math.min(hold, timestamp);
      }
    }

    private void fire(boolean isLast, long output) {
      boolean isLate = paneCount > 0 || interval.maxTimestamp() < output;
      boolean isEmpty = fired == values.size();
      boolean asked =
          (!isLate && scenario.onTimeBehavior() == FiringBehavior.FIRE_ALWAYS)
              || (isLast && scenario.closingBehavior() == FiringBehavior.FIRE_ALWAYS);
      if (!isEmpty || asked) {
        boolean discarding = scenario.accumulation() == Scenario.Accumulation.DISCARDING;
        List<Object> shown = values.subList(discarding ? fired : 0, values.size());
        Pane pane =
            new Pane(
                key,
                0,
                interval,
                AllValues.result(scenario.aggregate(), shown),
                isLate ? PaneTiming.LATE : PaneTiming.ON_TIME,
                paneCount,
                paneCount,
                paneCount == 0,
                isLast,
                Math.min(hold, interval.maxTimestamp()),
                false);
        if (lastPane != null && scenario.accumulation() == Scenario.Accumulation.RETRACTING) {
          panes.add(ReduceFnOracle.withdrawal(lastPane, pane));
        }
        panes.add(pane);
        lastPane = pane;
        paneCount++;
      }
      fired = values.size();
      hold = NONE;
    }
  }
}
