package io.slicewise.oracle;

import io.slicewise.core.pane.OverRow;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.core.window.Windows;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Frames of rows and windows of a number of elements from their definitions: all accepted elements
 * are kept for ever and sorted, and each result is computed from them.
 */
final class OrderedOracle {
  private static final TimeWindow ALL_TIME =
      new TimeWindow(TimeBounds.MIN_TIMESTAMP, TimeBounds.LAST_WINDOW_INSTANT + 1);

  private final Scenario scenario;
  private final Windows windows;
  private final Map<String, Key> keys = new HashMap<>();
  private final List<Pane> results = new ArrayList<>();
  private final List<Event.Element> late = new ArrayList<>();
  private final Map<String, List<Long>> outputWatermarks = new HashMap<>();
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  private OrderedOracle(Scenario scenario, Windows windows) {
    this.scenario = scenario;
    this.windows = windows;
  }

  /** Runs the events of {@code scenario}, with its aggregate and lateness, in {@code windows}. */
  static Outcome run(Scenario scenario, Windows windows) {
    OrderedOracle oracle = new OrderedOracle(scenario, windows);
    for (Event event : scenario.events()) {
      if (event instanceof Event.Element element) {
        oracle.keys.computeIfAbsent(element.key(), name -> oracle.new Key(name)).add(element);
      } else if (event instanceof Event.Watermark moved) {
        oracle.moveWatermark(moved.millis());
      } else if (event instanceof Event.WatermarkEnd) {
        oracle.moveWatermark(TimeBounds.MAX_TIMESTAMP);
      }
      for (Key key : oracle.keys.values()) {
        key.moveOutputWatermark();
        oracle
            .outputWatermarks
            .computeIfAbsent(key.name, unused -> new ArrayList<>())
            .add(key.isIdle() ? Outcome.IDLE : key.outputWatermark);
      }
    }
    return new Outcome(oracle.results, oracle.late, 0, 0, oracle.outputWatermarks);
  }

  private void moveWatermark(long millis) {
    watermark = millis;
    keys.values().forEach(Key::takeDue);
  }

  private boolean isBehind(long timestamp) {
    return TimeBounds.plusWithinTime(timestamp, scenario.allowedLatenessMillis()) < watermark;
  }

  private record Accepted(long timestamp, Object value) {}

  private final class Key {
    private final String name;

    /** In order of time, then of arrival. */
    private final List<Accepted> accepted = new ArrayList<>();

    /** How many of them have been taken. */
    private int taken;

    private long outputWatermark = TimeBounds.MIN_TIMESTAMP;

    private Key(String name) {
      this.name = name;
    }

    private void add(Event.Element element) {
      moveOutputWatermark();
      if (isBehind(element.timestampMillis())) {
        late.add(element);
        return;
      }
      accepted.add(new Accepted(element.timestampMillis(), element.value()));
      accepted.sort(Comparator.comparing(Accepted::timestamp));
    }

    private void takeDue() {
      for (; taken < accepted.size() && isBehind(accepted.get(taken).timestamp); taken++) {
        Accepted row = accepted.get(taken);
        if (windows instanceof OverFrame.Range range) {
          emitRow(
              row,
              accepted.stream()
                  .filter(one -> one.timestamp >= row.timestamp - range.millis())
                  .filter(one -> one.timestamp <= row.timestamp)
                  .toList());
        } else if (windows instanceof OverFrame.Rows rows) {
          emitRow(row, last(rows.count(), taken + 1));
        } else if ((taken + 1) % count().every() == 0) {
          emit(result(last(count().size(), taken + 1)), row.timestamp);
        }
      }
      boolean atEnd = watermark > TimeBounds.LAST_WINDOW_INSTANT;
      if (atEnd && windows instanceof CountWindows count && count.incomplete()) {
        int complete = taken - taken % count.every() + count.every();
        int first = Math.max(0, complete - count.size());
        if (taken % count.every() > 0 && first < taken) {
          emit(result(accepted.subList(first, taken)), TimeBounds.LAST_WINDOW_INSTANT);
        }
      }
    }

    private CountWindows count() {
      return (CountWindows) windows;
    }

    private List<Accepted> last(int number, int of) {
      return accepted.subList(Math.max(0, of - number), of);
    }

    private void emitRow(Accepted row, List<Accepted> frame) {
      emit(new OverRow<>(row.value, result(frame)), row.timestamp);
    }

    private Object result(List<Accepted> elements) {
      return AllValues.result(
          scenario.aggregate(), elements.stream().map(Accepted::value).toList());
    }

    private void emit(Object value, long timestamp) {
      results.add(
          new Pane(
              name, 0, ALL_TIME, value, PaneTiming.ON_TIME, 0, 0, true, true, timestamp, false));
    }

    private void moveOutputWatermark() {
      long limit = taken < accepted.size() ? accepted.get(taken).timestamp : Long.MAX_VALUE;
      outputWatermark = Math.max(outputWatermark, Math.min(watermark, limit));
    }

    /** Whether nothing that has come can matter for what is still to come. */
    private boolean isIdle() {
      if (watermark > TimeBounds.LAST_WINDOW_INSTANT || accepted.isEmpty()) {
        return true;
      }
      if (taken < accepted.size()) {
        return false;
      }
      if (windows instanceof OverFrame.Range range) {
        return isBehind(
            TimeBounds.plusWithinTime(accepted.get(taken - 1).timestamp, range.millis()));
      } else if (windows instanceof OverFrame.Rows rows) {
        return rows.count() == 1;
      }
      return taken % count().every() == 0 && count().size() <= count().every();
    }
  }
}
