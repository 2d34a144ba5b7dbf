package io.slicewise.pipelines.scenario.run;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.Clocks;
import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.KeyStateCodec;
import io.slicewise.core.engine.Step;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import io.slicewise.pipelines.scenario.aggregate.PaneValues;
import io.slicewise.pipelines.scenario.run.EngineScenarioRunner.Saving;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** One run of a scenario on the engine: the states of its keys, its clocks and its output. */
final class EngineRun<V, A, O> {
  private final Aggregate<V, A, O> aggregate;
  private final Saving saving;
  private final KeyEngine<V, O> engine;
  private final KeyStateCodec codec;
  private final Map<String, KeyState> states = new TreeMap<>();
  private final List<Pane> panes = new ArrayList<>();
  private final List<Event.Element> late = new ArrayList<>();
  private Clocks clocks = new Clocks(TimeBounds.MIN_TIMESTAMP, 0);
  private long droppedDueToLateness;

  EngineRun(Scenario scenario, Aggregate<V, A, O> aggregate, Saving saving) {
    CombineFnFunction<V, A, O> function = new CombineFnFunction<>(aggregate);
    this.aggregate = aggregate;
    this.saving = saving;
    WindowedAggregation windowed = ScenarioWindows.forEngine(scenario);
    this.engine = windowed.engine(function);
    this.codec = windowed.codec(function);
  }

  void accept(Event event) {
    if (event instanceof Event.Element element) {
      accept(element);
    } else if (event instanceof Event.Watermark watermark) {
      moveWatermark(watermark.millis());
    } else if (event instanceof Event.WatermarkEnd) {
      moveWatermark(TimeBounds.MAX_TIMESTAMP);
    } else if (event instanceof Event.AdvanceProcessingTime advance) {
      clocks =
          new Clocks(clocks.watermarkMillis(), clocks.processingTimeMillis() + advance.millis());
      stepEveryKey(state -> engine.onProcessingTime(state, clocks));
    }
    if (event instanceof Event.Restart || saving == Saving.AFTER_EVERY_EVENT) {
      states.replaceAll((key, state) -> restored(state));
    }
  }

  /**
   * What came out.
   *
   * @throws IllegalStateException if a key still has state, which must vanish with its last window
   */
  ScenarioOutput output() {
    if (!states.isEmpty()) {
      throw new IllegalStateException(
          "State is left at the end of time, of the keys " + states.keySet());
    }
    return new ScenarioOutput(panes, late, droppedDueToLateness);
  }

  private void accept(Event.Element element) {
    KeyState state = states.computeIfAbsent(element.key(), key -> engine.newState());
    V value = aggregate.valueClass().cast(element.value());
    Step<O> step = engine.onElement(state, value, element.timestampMillis(), clocks);
    if (step.outcome() == ElementOutcome.TOO_LATE) {
      late.add(element);
    }
    droppedDueToLateness += step.expiredWindows();
    emit(element.key(), step);
    states.values().removeIf(KeyState::isEmpty);
  }

  private void moveWatermark(long watermarkMillis) {
    clocks = new Clocks(watermarkMillis, clocks.processingTimeMillis());
    stepEveryKey(state -> engine.onWatermark(state, clocks));
  }

  private void stepEveryKey(Function<KeyState, Step<O>> step) {
    states.forEach((key, state) -> emit(key, step.apply(state)));
    states.values().removeIf(KeyState::isEmpty);
  }

  private void emit(String key, Step<O> step) {
    for (FiredPane<O> pane : step.panes()) {
      panes.add(
          new Pane(
              key,
              pane.windowSpec(),
              pane.window(),
              PaneValues.of(pane.value()),
              pane.timing(),
              pane.index(),
              pane.nonSpeculativeIndex(),
              pane.isFirst(),
              pane.isLast(),
              pane.timestampMillis(),
              pane.isRetraction()));
    }
  }

  private KeyState restored(KeyState state) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(state, new DataOutputStream(bytes));
      return codec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    } catch (IOException e) {
      throw new UncheckedIOException("State could not be restored: " + e.getMessage(), e);
    }
  }
}
