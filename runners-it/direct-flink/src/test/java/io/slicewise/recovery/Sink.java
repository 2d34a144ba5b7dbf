package io.slicewise.recovery;

import io.slicewise.beam.Change;
import io.slicewise.beam.LateElement;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.recovery.Kill.Kind;
import io.slicewise.recovery.PlainSums.Row;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/** All that jobs in this process have put out, in order, what came again included. */
final class Sink implements AutoCloseable {
  private static final Map<String, Sink> OPEN = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();
  private final Queue<Pane> panes = new ConcurrentLinkedQueue<>();
  private final Queue<Event.Element> late = new ConcurrentLinkedQueue<>();
  private final Map<Row, Long> table = new ConcurrentHashMap<>();

  private Sink() {}

  static Sink open() {
    Sink sink = new Sink();
    OPEN.put(sink.id, sink);
    return sink;
  }

  List<Pane> panes() {
    return List.copyOf(panes);
  }

  List<Event.Element> late() {
    return List.copyOf(late);
  }

  /** What a table of the windows holds in which the last value of each replaces those before. */
  Map<Row, Long> table() {
    return Map.copyOf(table);
  }

  /** A step that puts the panes of a window specification here. */
  <R> PaneFn<R> paneFn(int windowSpec, KillSchedule kills) {
    return new PaneFn<>(id, windowSpec, kills.id());
  }

  /** A step that puts the values of windows into the table, panes having been summed up before. */
  TotalFn totalFn(int windowSpec) {
    return new TotalFn(id, windowSpec);
  }

  /** A step that puts late elements here. */
  LateFn lateFn() {
    return new LateFn(id);
  }

  @Override
  public void close() {
    OPEN.remove(id);
  }

  private void put(Pane pane) {
    panes.add(pane);
    Row row = new Row(pane.key(), pane.windowSpec(), pane.window());
    if (pane.retraction()) {
      table.remove(row);
    } else {
      table.put(row, (Long) pane.value());
    }
  }

  private static final class PaneFn<R> extends DoFn<KV<String, R>, KV<String, R>> {
    private static final long serialVersionUID = 1L;

    private final String sink;
    private final int windowSpec;
    private final String kills;
    private transient boolean holdsPanes;

    private PaneFn(String sink, int windowSpec, String kills) {
      this.sink = sink;
      this.windowSpec = windowSpec;
      this.kills = kills;
    }

    @ProcessElement
    public void processElement(
        @Element KV<String, R> result,
        @Timestamp Instant timestamp,
        IntervalWindow window,
        PaneInfo pane,
        OutputReceiver<KV<String, R>> output) {
      Change<?> change =
          result.getValue() instanceof Change<?> already
              ? already
              : new Change<>(result.getValue(), Change.Kind.PANE);
      OPEN.get(sink)
          .put(
              new Pane(
                  result.getKey(),
                  windowSpec,
                  timeWindow(window),
                  change.value(),
                  PaneTiming.valueOf(pane.getTiming().name()),
                  pane.getIndex(),
                  pane.getNonSpeculativeIndex(),
                  pane.isFirst(),
                  pane.isLast(),
                  timestamp.getMillis(),
                  change.isRetraction()));
      KillSchedule.strike(kills, Kind.PANE);
      holdsPanes = true;
      output.output(result);
    }

    @FinishBundle
    public void finishBundle() {
      if (holdsPanes) {
        holdsPanes = false;
        KillSchedule.strike(kills, Kind.BUNDLE);
      }
    }
  }

  private static TimeWindow timeWindow(IntervalWindow window) {
    return new TimeWindow(window.start().getMillis(), window.end().getMillis());
  }

  private static final class TotalFn extends DoFn<KV<String, Long>, Void> {
    private static final long serialVersionUID = 1L;

    private final String sink;
    private final int windowSpec;

    private TotalFn(String sink, int windowSpec) {
      this.sink = sink;
      this.windowSpec = windowSpec;
    }

    @ProcessElement
    public void processElement(@Element KV<String, Long> total, IntervalWindow window) {
      OPEN.get(sink)
          .table
          .put(new Row(total.getKey(), windowSpec, timeWindow(window)), total.getValue());
    }
  }

  private static final class LateFn extends DoFn<KV<String, LateElement<Long>>, Void> {
    private static final long serialVersionUID = 1L;

    private final String sink;

    private LateFn(String sink) {
      this.sink = sink;
    }

    @ProcessElement
    public void processElement(@Element KV<String, LateElement<Long>> late) {
      LateElement<Long> element = late.getValue();
      OPEN.get(sink)
          .late
          .add(new Event.Element(late.getKey(), element.value(), element.timestamp().getMillis()));
    }
  }
}
