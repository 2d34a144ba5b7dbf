package io.slicewise.oracle;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.Clocks;
import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.HotOutcome;
import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.KeyStateCodec;
import io.slicewise.core.engine.Step;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.slice.ColdPages;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the pure engine makes of a scenario, driven in one of several ways. */
final class EngineRun {

  /** How the engine is driven. */
  enum Drive implements Comparison.Runner {
    /**
     * It hears of every move of a clock, and keeps no hot state. State is saved and restored where
     * the scenario says.
     */
    EVERY_MOVE,
    /** As before, and state is restored after every step, and saved if the step says so. */
    RESTORED,
    /** It hears of a clock only when a timer that it asked for is due, as on a runner. */
    TIMERS_ONLY,
    /**
     * As before, but a timer that is due fires only after the next element of its key, as on a
     * runner whose timers wait for the end of a bundle.
     */
    TIMERS_LATE;

    @Override
    public boolean mayHoldBackLonger(Scenario scenario) {
      return this == TIMERS_LATE || Comparison.Runner.super.mayHoldBackLonger(scenario);
    }

    @Override
    public Outcome run(Scenario scenario) throws IOException {
      return EngineRun.run(scenario, this);
    }
  }

  private final Balance balance;
  private final Drive drive;
  private KeyEngine<Object, Object> engine;
  private StateBytes bytes;
  private final boolean ordered;
  private final Map<String, Key> keys = new LinkedHashMap<>();
  private final List<Pane> panes = new ArrayList<>();
  private final List<Event.Element> late = new ArrayList<>();
  private final Map<String, List<Long>> outputWatermarks = new HashMap<>();
  private long droppedDueToLateness;
  private long droppedDueToClosedWindow;
  private long watermark = TimeBounds.MIN_TIMESTAMP;
  private long now;

  /** One key: its state, the timers that are set, and the output watermark they allow. */
  private final class Key {
    private final String name;
    private KeyState state = engine.newState();
    private boolean tookIn;
    private HotState<?> hot = new HotState<>();
    private byte[] saved;

    /** What is kept apart, as it was last stored. */
    private ColdPages cold = ColdPages.NONE;

    private long eventTimer = TimerRequest.NONE;
    private long hold = TimerRequest.NONE;
    private long processingTimer = TimerRequest.NONE;
    private long outputWatermark = TimeBounds.MIN_TIMESTAMP;

    /** The timestamps of elements that came behind the output watermark. */
    private final Set<Long> behind = new HashSet<>();

    private long lastResult = TimeBounds.MIN_TIMESTAMP;

    private Key(String name) {
      this.name = name;
    }
  }

  private EngineRun(Scenario scenario, Drive drive, EngineSetup setup, boolean ordered) {
    this.balance = new Balance(scenario);
    this.drive = drive;
    this.engine = setup.engine();
    this.bytes = setup.bytes();
    this.ordered = ordered;
  }

  /**
   * Runs {@code scenario}.
   *
   * @throws IllegalStateException if the engine breaks a rule of its own
   */
  static Outcome run(Scenario scenario, Drive drive) throws IOException {
    return run(scenario, drive, Emission.AS_IN_BEAM);
  }

  /** As the other {@code run}, with panes left out or added as {@code emission} says. */
  static Outcome run(Scenario scenario, Drive drive, Emission emission) throws IOException {
    return new EngineRun(
            scenario,
            drive,
            EngineSetup.of(scenario, EngineSetup.aggregationOf(scenario, emission), drive),
            false)
        .run(scenario);
  }

  /**
   * Runs the first {@code updateAt} events of {@code before}, and the others with the settings of
   * {@code after}, on the state that is there then. Drives that take states through bytes at each
   * step do so here, others hand over the objects, as Flink does with state on the heap.
   */
  static Outcome runUpdated(Scenario before, Scenario after, int updateAt, Drive drive)
      throws IOException {
    WindowedAggregation earlier = EngineSetup.aggregationOf(before, Emission.AS_IN_BEAM);
    WindowedAggregation later = EngineSetup.aggregationOf(after, Emission.AS_IN_BEAM);
    EngineRun run = new EngineRun(before, drive, EngineSetup.of(before, earlier, drive), false);
    for (Event event : before.events().subList(0, updateAt)) {
      run.process(event);
    }
    run.update(EngineSetup.of(after, later.withStateOf(earlier.specs().get(0)), drive));
    for (Event event : after.events().subList(updateAt, after.events().size())) {
      run.process(event);
    }
    return run.end();
  }

  private void update(EngineSetup updated) throws IOException {
    for (Key key : keys.values()) {
      fireEventTimer(key);
      if (key.state.isEmpty()) {
        key.state = updated.engine().newState();
      } else if (drive == Drive.RESTORED) {
        key.state = updated.bytes().keyState(bytes.of(key.state));
      }
      if (drive == Drive.RESTORED) {
        key.hot = updated.bytes().restored(bytes.restored(key.hot));
        key.saved = key.state.isEmpty() ? null : updated.bytes().of(key.state);
      }
    }
    engine = updated.engine();
    bytes = updated.bytes();
  }

  /**
   * Runs the events of {@code scenario} through an engine that takes elements in order: what it
   * gives for an element that came behind the output watermark may be behind it, too.
   *
   * @throws IllegalStateException if the engine breaks a rule of its own
   */
  static Outcome runOrdered(
      Scenario scenario, Drive drive, KeyEngine<Object, Object> engine, KeyStateCodec codec)
      throws IOException {
    EngineSetup setup = new EngineSetup(engine, new StateBytes(codec, null, null));
    return new EngineRun(scenario, drive, setup, true).run(scenario);
  }

  private Outcome run(Scenario scenario) throws IOException {
    for (Event event : scenario.events()) {
      process(event);
      keys.values().forEach(this::noteOutputWatermark);
    }
    return end();
  }

  private Outcome end() {
    for (Key key : keys.values()) {
      check(
          key.state.isEmpty() && key.hot.slices().size() == 0,
          "state of " + key.name + " is left at the end of time");
    }
    balance.checkEnd();
    return new Outcome(
        panes, late, droppedDueToLateness, droppedDueToClosedWindow, outputWatermarks);
  }

  private void process(Event event) throws IOException {
    if (event instanceof Event.Element element) {
      Key key = keys.computeIfAbsent(element.key(), Key::new);
      advanceOutputWatermark(key);
      if (element.timestampMillis() < key.outputWatermark) {
        key.behind.add(element.timestampMillis());
      }
      if (buffer(key, element)) {
        fireEventTimer(key);
        return;
      }
      engine.lend(key.state, () -> key.cold);
      takeIn(key);
      Step<Object> step =
          engine.onElement(key.state, element.value(), element.timestampMillis(), clocks());
      droppedDueToLateness += step.expiredWindows();
      droppedDueToClosedWindow += step.closedWindows();
      if (step.outcome() == ElementOutcome.TOO_LATE) {
        late.add(element);
      }
      take(key, step);
      fireEventTimer(key);
    } else if (event instanceof Event.Watermark moved) {
      moveWatermark(moved.millis());
    } else if (event instanceof Event.WatermarkEnd) {
      moveWatermark(TimeBounds.MAX_TIMESTAMP);
    } else if (event instanceof Event.AdvanceProcessingTime moved) {
      moveProcessingTime(now + moved.millis());
    } else if (event instanceof Event.Restart) {
      for (Key key : keys.values()) {
        key.state = key.state.isEmpty() ? engine.newState() : bytes.keyState(bytes.of(key.state));
        key.hot = bytes.restored(key.hot);
      }
    }
  }

  /** Whether the hot state will do for an element; if not, it becomes part of the rest. */
  private boolean buffer(Key key, Event.Element element) throws IOException {
    if (!usesHotState()) {
      return false;
    }
    HotOutcome outcome =
        engine.buffer(key.hot, element.value(), element.timestampMillis(), watermark);
    if (outcome == HotOutcome.TOO_LATE) {
      late.add(element);
      droppedDueToLateness += engine.expiredWindowsOf(element.timestampMillis());
    }
    if (outcome != HotOutcome.TAKEN) {
      return outcome == HotOutcome.TOO_LATE;
    }
    setTimers(key, key.hot.timers());
    if (drive == Drive.RESTORED) {
      key.hot = bytes.restored(key.hot);
    }
    return true;
  }

  private boolean usesHotState() {
    return drive != Drive.EVERY_MOVE && engine.buffers();
  }

  /** Makes the hot state part of the rest, which counts as a change, as does an update. */
  private void takeIn(Key key) {
    key.tookIn = engine.adopt(key.state);
    if (usesHotState() && key.hot.slices().size() > 0) {
      engine.takeIn(key.hot, key.state);
      key.tookIn = true;
    }
  }

  private void moveWatermark(long millis) throws IOException {
    for (Key key : keys.values()) {
      fireEventTimer(key);
    }
    watermark = millis;
    for (Key key : keys.values()) {
      advanceOutputWatermark(key);
      if (drive == Drive.TIMERS_ONLY || millis == TimeBounds.MAX_TIMESTAMP) {
        fireEventTimer(key);
      } else if (drive != Drive.TIMERS_LATE) {
        forgetEventTimer(key);
        take(key, onWatermark(key));
      }
    }
  }

  private void fireEventTimer(Key key) throws IOException {
    for (int i = 0; key.eventTimer < watermark; i++) {
      check(i < 1000, "event-time timer of " + key.name + " fires for ever");
      forgetEventTimer(key);
      take(key, onWatermark(key));
    }
  }

  private void forgetEventTimer(Key key) {
    if (key.eventTimer < watermark) {
      key.eventTimer = TimerRequest.NONE;
      key.hold = TimerRequest.NONE;
    }
  }

  private void moveProcessingTime(long millis) throws IOException {
    for (Key key : keys.values()) {
      fireEventTimer(key);
    }
    now = millis;
    for (Key key : keys.values()) {
      if (drive == Drive.EVERY_MOVE || drive == Drive.RESTORED) {
        take(key, onProcessingTime(key));
        continue;
      }
      for (int i = 0; key.processingTimer < now; i++) {
        check(i < 1000, "processing-time timer of " + key.name + " fires for ever");
        key.processingTimer = TimerRequest.NONE;
        take(key, onProcessingTime(key));
      }
    }
  }

  private Step<Object> onWatermark(Key key) {
    engine.lend(key.state, () -> key.cold);
    takeIn(key);
    return engine.onWatermark(key.state, clocks());
  }

  private Step<Object> onProcessingTime(Key key) {
    engine.lend(key.state, () -> key.cold);
    takeIn(key);
    return engine.onProcessingTime(key.state, clocks());
  }

  private Clocks clocks() {
    return new Clocks(watermark, now);
  }

  private void advanceOutputWatermark(Key key) {
    key.outputWatermark = Math.max(key.outputWatermark, Math.min(watermark, key.hold));
  }

  private void noteOutputWatermark(Key key) {
    advanceOutputWatermark(key);
    outputWatermarks
        .computeIfAbsent(key.name, unused -> new ArrayList<>())
        .add(
            key.state.isEmpty() && key.hot.slices().size() == 0
                ? Outcome.IDLE
                : key.outputWatermark);
  }

  private void take(Key key, Step<Object> step) throws IOException {
    for (FiredPane<Object> pane : step.panes()) {
      check(
          pane.timing() == PaneTiming.LATE
              // of a session that was over before another took its place
              || pane.isRetraction()
              || pane.timestampMillis() >= key.outputWatermark
              || (ordered && key.behind.contains(pane.timestampMillis())),
          "held " + key.name + " back to " + key.outputWatermark + " only, then fired " + pane);
      if (ordered) {
        check(
            key.lastResult <= pane.timestampMillis(),
            "a result of " + key.name + " is out of order: " + pane);
        key.lastResult = pane.timestampMillis();
      }
      panes.add(paneOf(key.name, pane));
    }
    balance.check(key.name, step.panes());
    setTimers(key, step.timers());
    if (step.stateChanged() || key.tookIn) {
      store(key);
    }
    if (drive == Drive.RESTORED) {
      key.state = key.saved == null ? engine.newState() : bytes.keyState(key.saved);
    }
    if (usesHotState()) {
      engine.update(key.hot, key.state);
    }
  }

  private void store(Key key) throws IOException {
    if (key.state.isEmpty()) {
      key.state = engine.newState();
      key.cold = ColdPages.NONE;
      key.saved = null;
      return;
    }
    ColdPages cold = engine.chill(key.state);
    key.cold = cold == null ? key.cold : bytes.restored(cold);
    key.saved = drive == Drive.RESTORED ? bytes.of(key.state) : null;
  }

  private void setTimers(Key key, TimerRequest timers) {
    if (timers.hasEventTime()) {
      check(
          timers.outputHoldMillis() <= timers.eventTimeMillis(), "hold after the timer: " + timers);
      key.eventTimer = timers.eventTimeMillis();
      key.hold = timers.outputHoldMillis();
    }
    if (timers.hasProcessingTime()) {
      key.processingTimer = timers.processingTimeMillis();
    }
  }

  private static Pane paneOf(String key, FiredPane<Object> pane) {
    return new Pane(
        key,
        pane.windowSpec(),
        pane.window(),
        pane.value(),
        pane.timing(),
        pane.index(),
        pane.nonSpeculativeIndex(),
        pane.isFirst(),
        pane.isLast(),
        pane.timestampMillis(),
        pane.isRetraction());
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalStateException(message);
    }
  }
}
