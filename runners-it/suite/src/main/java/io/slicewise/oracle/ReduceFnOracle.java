package io.slicewise.oracle;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.run.BeamTriggers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.beam.runners.core.ReduceFn;
import org.apache.beam.runners.core.ReduceFnRunner;
import org.apache.beam.runners.core.SystemReduceFn;
import org.apache.beam.runners.core.metrics.MetricsContainerImpl;
import org.apache.beam.runners.core.triggers.ExecutableTriggerStateMachine;
import org.apache.beam.runners.core.triggers.TriggerStateMachines;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.metrics.MetricName;
import org.apache.beam.sdk.metrics.MetricsContainer;
import org.apache.beam.sdk.metrics.MetricsEnvironment;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.util.AppliedCombineFn;
import org.apache.beam.sdk.util.construction.TriggerTranslation;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.WindowedValue;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.apache.beam.sdk.values.WindowingStrategy.AccumulationMode;
import org.joda.time.Duration;

/**
 * What Beam's own {@code ReduceFnRunner} makes of a scenario with one specification of windows: the
 * reference that everything else must equal. Windows of kinds that Beam does not have come from
 * their definition; withdrawals are added to the panes of an accumulating run.
 */
final class ReduceFnOracle {
  private final LongFunction<List<BoundedWindow>> assigned;
  private final WindowingStrategy<Object, BoundedWindow> strategy;
  private final ExecutableTriggerStateMachine trigger;
  private final ReduceFn<String, Object, Object, BoundedWindow> reduceFn;
  private final Map<String, KeyOracle> keys = new LinkedHashMap<>();
  private final List<Pane> panes = new ArrayList<>();
  private final List<Event.Element> late = new ArrayList<>();
  private final Map<String, List<Long>> outputWatermarks = new HashMap<>();
  private final boolean streamTime;
  private final boolean retracting;
  private final boolean merging;

  /** By key, the largest timestamp it has had. */
  private final Map<String, Long> latest = new HashMap<>();

  /** By key and window, the pane that shows now. */
  private final Map<List<Object>, Pane> shown = new HashMap<>();

  private long droppedDueToLateness;
  private long watermark = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
  private long now;

  private ReduceFnOracle(Scenario scenario) {
    WindowSpec windows = scenario.windows().get(0);
    WindowFn<Object, ?> windowFn;
    if (windows instanceof WindowSpec.Global) {
      this.assigned = timestamp -> List.of(GlobalWindow.INSTANCE);
      windowFn = new GlobalWindows();
    } else if (windows instanceof WindowSpec.Sessions sessions) {
      OracleSessions merged = new OracleSessions(sessions);
      this.assigned = merged::windowsOf;
      windowFn = merged;
    } else {
      OracleWindows defined = new OracleWindows(windows);
      this.assigned = defined::windowsOf;
      windowFn = defined;
    }
    this.merging = windows instanceof WindowSpec.Sessions;
    this.streamTime = windows instanceof WindowSpec.StreamTime;
    this.retracting = scenario.accumulation() == Scenario.Accumulation.RETRACTING;
    Trigger beamTrigger = BeamTriggers.of(scenario.trigger());
    this.strategy = strategy(scenario, windowFn, beamTrigger);
    this.trigger =
        ExecutableTriggerStateMachine.create(
            TriggerStateMachines.stateMachineForTrigger(TriggerTranslation.toProto(beamTrigger)));
    this.reduceFn = reduceFn(scenario);
  }

  /** Whether the oracle knows the windows of {@code scenario}. */
  static boolean supports(Scenario scenario) {
    return scenario.windows().stream()
        .allMatch(
            spec ->
                spec instanceof WindowSpec.Global
                    || spec instanceof WindowSpec.Sessions
                    || OracleWindows.knows(spec));
  }

  /** Runs {@code scenario}. */
  static Outcome run(Scenario scenario) throws Exception {
    return scenario.windows().size() > 1
        ? EachAloneOracle.run(scenario, ReduceFnOracle::runOne)
        : runOne(scenario);
  }

  private static Outcome runOne(Scenario scenario) throws Exception {
    MetricsContainerImpl metrics = new MetricsContainerImpl("oracle");
    MetricsContainer before = MetricsEnvironment.setCurrentContainer(metrics);
    try {
      ReduceFnOracle oracle = new ReduceFnOracle(scenario);
      for (Event event : scenario.events()) {
        oracle.process(event);
        oracle.keys.forEach(oracle::noteOutputWatermark);
      }
      MetricName closed =
          MetricName.named(ReduceFnRunner.class, ReduceFnRunner.DROPPED_DUE_TO_CLOSED_WINDOW);
      return new Outcome(
          oracle.panes,
          oracle.late,
          oracle.droppedDueToLateness,
          metrics.getCounter(closed).getCumulative(),
          oracle.outputWatermarks);
    } finally {
      MetricsEnvironment.setCurrentContainer(before);
    }
  }

  private void noteOutputWatermark(String name, KeyOracle key) {
    outputWatermarks
        .computeIfAbsent(name, unused -> new ArrayList<>())
        .add(key.isIdle() ? Outcome.IDLE : key.advanceOutputWatermark());
  }

  private void process(Event event) throws Exception {
    if (event instanceof Event.Element element) {
      processElement(element);
    } else if (event instanceof Event.Watermark moved) {
      moveWatermark(moved.millis());
    } else if (event instanceof Event.WatermarkEnd) {
      moveWatermark(BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis());
    } else if (event instanceof Event.AdvanceProcessingTime moved) {
      now += moved.millis();
      for (KeyOracle key : keys.values()) {
        key.onProcessingTime(now);
      }
    }
  }

  private void processElement(Event.Element element) throws Exception {
    KeyOracle key = keys.get(element.key());
    if (key == null) {
      key = new KeyOracle(element.key(), strategy, trigger, reduceFn, this::collect);
      key.onProcessingTime(now);
      key.onWatermark(watermark);
      keys.put(element.key(), key);
    }
    List<BoundedWindow> windows =
        assigned.apply(streamTime ? streamTimeAt(element) : element.timestampMillis());
    int expired = key.countExpired(windows);
    droppedDueToLateness += expired;
    if (expired > 0 && expired == windows.size()) {
      late.add(element);
    }
    key.onElement(element.value(), element.timestampMillis(), windows);
  }

  private long streamTimeAt(Event.Element element) {
    return Math.max(watermark, latest.merge(element.key(), element.timestampMillis(), Math::max));
  }

  private void moveWatermark(long millis) throws Exception {
    watermark = millis;
    for (KeyOracle key : keys.values()) {
      key.onWatermark(millis);
    }
  }

  private void collect(WindowedValue<KV<String, Object>> output) {
    PaneInfo info = output.getPaneInfo();
    Pane pane =
        new Pane(
            output.getValue().getKey(),
            0,
            timeWindow(output.getWindows().iterator().next()),
            output.getValue().getValue(),
            PaneTiming.valueOf(info.getTiming().name()),
            info.getIndex(),
            info.getNonSpeculativeIndex(),
            info.isFirst(),
            info.isLast(),
            output.getTimestamp().getMillis(),
            false);
    if (retracting) {
      List<Pane> replaced = shown.values().stream().filter(old -> replaces(pane, old)).toList();
      shown.values().removeAll(replaced);
      replaced.forEach(earlier -> panes.add(withdrawal(earlier, pane)));
      shown.put(List.of(pane.key(), pane.window()), pane);
    }
    panes.add(pane);
  }

  /** A session holds others whole only if they have become part of it before they expired. */
  private boolean replaces(Pane pane, Pane earlier) {
    TimeWindow window = pane.window();
    TimeWindow old = earlier.window();
    return pane.key().equals(earlier.key())
        && (merging
            ? window.startMillis() <= old.startMillis() && old.endMillis() <= window.endMillis()
            : window.equals(old));
  }

  /** The withdrawal of {@code earlier} that comes before {@code pane}. */
  static Pane withdrawal(Pane earlier, Pane pane) {
    return new Pane(
        pane.key(),
        pane.windowSpec(),
        earlier.window(),
        earlier.value(),
        pane.timing(),
        pane.index(),
        pane.nonSpeculativeIndex(),
        pane.isFirst(),
        false,
        Math.min(pane.timestampMillis(), earlier.window().maxTimestamp()),
        true);
  }

  private static TimeWindow timeWindow(BoundedWindow window) {
    long start =
        window instanceof IntervalWindow interval
            ? interval.start().getMillis()
            : BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
    return new TimeWindow(start, window.maxTimestamp().getMillis() + 1);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static WindowingStrategy<Object, BoundedWindow> strategy(
      Scenario scenario, WindowFn<Object, ?> windowFn, Trigger trigger) {
    return (WindowingStrategy)
        WindowingStrategy.of(windowFn)
            .withTrigger(trigger)
            .withAllowedLateness(Duration.millis(scenario.allowedLatenessMillis()))
            .withMode(
                scenario.accumulation() == Scenario.Accumulation.DISCARDING
                    ? AccumulationMode.DISCARDING_FIRED_PANES
                    : AccumulationMode.ACCUMULATING_FIRED_PANES)
            .withTimestampCombiner(TimestampCombiner.valueOf(scenario.timestampCombiner().name()))
            .withClosingBehavior(
                scenario.closingBehavior() == FiringBehavior.FIRE_ALWAYS
                    ? Window.ClosingBehavior.FIRE_ALWAYS
                    : Window.ClosingBehavior.FIRE_IF_NON_EMPTY)
            .withOnTimeBehavior(
                scenario.onTimeBehavior() == FiringBehavior.FIRE_ALWAYS
                    ? Window.OnTimeBehavior.FIRE_ALWAYS
                    : Window.OnTimeBehavior.FIRE_IF_NON_EMPTY);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static ReduceFn<String, Object, Object, BoundedWindow> reduceFn(Scenario scenario) {
    // the state is in memory: the coder of the accumulators is never used
    return SystemReduceFn.combining(
        StringUtf8Coder.of(),
        AppliedCombineFn.withAccumulatorCoder(
            (CombineFn) new AllValues.BeamFn(scenario.aggregate()),
            (Coder) ListCoder.of(StringUtf8Coder.of())));
  }
}
