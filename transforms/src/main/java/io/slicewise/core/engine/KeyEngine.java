package io.slicewise.core.engine;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.FiringCuts;
import io.slicewise.core.slice.PagedFold;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.slice.WindowFold;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.WindowPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The logic of one key: what an element, the watermark and the processing time do to its slices and
 * windows. Deterministic and without side effects but on the {@link KeyState} it is given: it
 * returns what should happen as a {@link Step}.
 *
 * <p>The panes are those of Beam's {@code ReduceFnRunner} for the key by itself, with elements one
 * at a time and the output watermark of the key ({@link KeyTimers}).
 *
 * <p>Cost of an element whose trigger only waits for the end of windows: one addition to one slice,
 * whatever the number of its windows. A trigger that looks at elements before the end (early
 * firings) costs one step of the trigger for each window of the element.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <O> the type of the aggregates
 */
public final class KeyEngine<V, A, O> {
  private final WindowingSpec spec;
  private final WindowPlan windows;
  private final AggregateFunction<V, A, O> function;
  private final TriggerMachine machine;
  private final KeyTimers timers;
  private final WindowFiring<A, O> windowFiring;

  /** An engine that folds pages of slices. */
  public KeyEngine(WindowingSpec spec, AggregateFunction<V, A, O> function) {
    this(spec, function, new PagedFold());
  }

  /** An engine with a fold of choice; all give the same panes. */
  public KeyEngine(WindowingSpec spec, AggregateFunction<V, A, O> function, WindowFold fold) {
    this.spec = spec;
    this.windows = spec.windows();
    this.function = function;
    this.machine = new TriggerMachine(spec.trigger());
    this.timers = new KeyTimers(spec, machine);
    this.windowFiring = new WindowFiring<>(spec, machine, function, fold);
  }

  /** The state of a key that has had no element. */
  public KeyState<A> newState() {
    return new KeyState<>(SliceStore.forWindowsOf(windows.slicesPerWindow()));
  }

  /** Whether the processing time given to this engine matters. */
  public boolean usesProcessingTime() {
    return machine.usesProcessingTime();
  }

  /** As the other {@code onElement}, with the panes in the step. */
  public Step<O> onElement(KeyState<A> state, V value, long timestampMillis, Clocks clocks) {
    List<FiredPane<O>> panes = new ArrayList<>();
    return onElement(state, value, timestampMillis, clocks, panes::add).withPanes(panes);
  }

  /** As the other {@code onWatermark}, with the panes in the step. */
  public Step<O> onWatermark(KeyState<A> state, Clocks clocks) {
    List<FiredPane<O>> panes = new ArrayList<>();
    return onWatermark(state, clocks, panes::add).withPanes(panes);
  }

  /** As the other {@code onProcessingTime}, with the panes in the step. */
  public Step<O> onProcessingTime(KeyState<A> state, Clocks clocks) {
    List<FiredPane<O>> panes = new ArrayList<>();
    return onProcessingTime(state, clocks, panes::add).withPanes(panes);
  }

  /**
   * Takes an element, after everything that is due by the watermark.
   *
   * @param timestampMillis the element's timestamp
   * @param panes takes each pane as it fires, so that many need not be held at once
   */
  public Step<O> onElement(
      KeyState<A> state,
      V value,
      long timestampMillis,
      Clocks clocks,
      Consumer<FiredPane<O>> panes) {
    StepBuilder<A, O> step = begin(state, clocks, panes);
    ElementOutcome outcome = add(value, timestampMillis, step);
    return step.build(outcome, timers.pending(state));
  }

  /**
   * Does everything that is due by the watermark: when the event-time timer has fired.
   *
   * @param panes takes each pane as it fires
   */
  public Step<O> onWatermark(KeyState<A> state, Clocks clocks, Consumer<FiredPane<O>> panes) {
    return begin(state, clocks, panes).buildAfterTimer(timers.pending(state));
  }

  /**
   * Does everything that is due by either clock: when the processing-time timer has fired.
   *
   * @param panes takes each pane as it fires
   */
  public Step<O> onProcessingTime(KeyState<A> state, Clocks clocks, Consumer<FiredPane<O>> panes) {
    StepBuilder<A, O> step = begin(state, clocks, panes);
    step.setOutputWatermark(timers.outputWatermark(state, step.watermarkMillis()));
    WindowRecords records = state.records();
    for (int i = 0; i < records.size(); i++) {
      WindowRecord record = records.get(i);
      if (record.takeProcessingTimersBefore(step.processingTimeMillis())) {
        windowFiring.wake(record, step);
      }
    }
    step.endFirings();
    timers.recompute(state);
    return step.buildAfterTimer(timers.pending(state));
  }

  /** Starts a step with everything that is due by the watermark. */
  private StepBuilder<A, O> begin(KeyState<A> state, Clocks clocks, Consumer<FiredPane<O>> panes) {
    Clocks now = clocks;
    if (clocks.watermarkMillis() < state.watermark()) {
      // a restored runner starts with a watermark that is behind what the key has seen
      now = new Clocks(state.watermark(), clocks.processingTimeMillis());
    }
    StepBuilder<A, O> step = new StepBuilder<>(state, now, timers.pending(state), panes);
    if (now.watermarkMillis() > state.nextEventTime()) {
      fireDueByWatermark(step);
    }
    state.setWatermark(now.watermarkMillis());
    return step;
  }

  private void fireDueByWatermark(StepBuilder<A, O> step) {
    KeyState<A> state = step.state();
    step.setOutputWatermark(timers.outputWatermark(state, step.watermarkMillis()));
    wakeRecords(step);
    if (machine.isDormantUntilEnd()) {
      wakeDormantWindows(step);
    }
    step.endFirings();
    state.setWatermark(step.watermarkMillis());
    removeExpiredSlices(state);
    timers.recompute(state);
  }

  private void wakeRecords(StepBuilder<A, O> step) {
    long watermark = step.watermarkMillis();
    WindowRecords records = step.state().records();
    int expired = records.positionOf(spec.firstUnexpiredWindow(watermark));
    int overBefore = records.positionOf(windows.firstOpenWindow(step.state().watermark()));
    int over = records.positionOf(windows.firstOpenWindow(watermark));
    records.removeFirst(expired, record -> windowFiring.wake(record, step));
    for (int i = Math.max(expired, overBefore) - expired; i < over - expired; i++) {
      if (records.get(i).waitsForEnd()) {
        windowFiring.wake(records.get(i), step);
      }
    }
  }

  /** Wakes the windows without a record that are over since the last watermark. */
  private void wakeDormantWindows(StepBuilder<A, O> step) {
    KeyState<A> state = step.state();
    SliceStore<A> slices = state.slices();
    long window = timers.firstWindowWithData(slices, windows.firstOpenWindow(state.watermark()));
    while (window != SliceStore.NONE && windows.maxTimestampOf(window) < step.watermarkMillis()) {
      WindowRecord record = new WindowRecord(window, machine.newState());
      record.setHasNewElements(true);
      record.setHold(timers.dormantHold(slices, window));
      if (!windowFiring.wake(record, step)) {
        state.records().append(record);
      }
      window = timers.firstWindowWithData(slices, window + 1);
    }
  }

  private void removeExpiredSlices(KeyState<A> state) {
    SliceStore<A> slices = state.slices();
    long slice = slices.firstSliceFrom(Long.MIN_VALUE);
    while (slice != SliceStore.NONE
        && spec.expiryOf(windows.lastWindowOf(slice)) < state.watermark()) {
      slices.removeBefore(slice + 1);
      slice = slices.firstSliceFrom(slice);
    }
  }

  private ElementOutcome add(V value, long timestampMillis, StepBuilder<A, O> step) {
    long slice = windows.sliceOf(assignedTime(step, timestampMillis));
    if (slice == WindowPlan.NO_SLICE) {
      return ElementOutcome.IN_GAP;
    }
    long hold = timers.elementHold(step.state(), timestampMillis, step.watermarkMillis());
    long firstWindow = windows.firstWindowOf(slice);
    if (machine.isDormantUntilEnd()
        && windows.maxTimestampOf(firstWindow) >= step.watermarkMillis()) {
      store(step, slice, value, hold, FiringCuts.NONE);
      timers.addDormant(step.state(), firstWindow, hold);
      return ElementOutcome.ACCEPTED;
    }
    return addToWindows(slice, value, hold, step);
  }

  private long assignedTime(StepBuilder<A, O> step, long timestampMillis) {
    if (spec.assignment() == Assignment.TIMESTAMP) {
      return timestampMillis;
    }
    KeyState<A> state = step.state();
    if (timestampMillis > state.streamTime()) {
      state.setStreamTime(timestampMillis);
      step.markChanged();
    }
    return Math.max(state.streamTime(), step.watermarkMillis());
  }

  private ElementOutcome addToWindows(long slice, V value, long hold, StepBuilder<A, O> step) {
    KeyState<A> state = step.state();
    step.setOutputWatermark(timers.outputWatermark(state, step.watermarkMillis()));
    List<WindowRecord> touched = new ArrayList<>();
    long sliceHold = WindowRecord.NO_HOLD;
    boolean reachesDormant = false;
    long lastWindow = windows.lastWindowOf(slice);
    long firstWindow = skipExpired(windows.firstWindowOf(slice), lastWindow, step);
    int position = state.records().positionOf(firstWindow);
    for (long window = firstWindow; window <= lastWindow; window++) {
      boolean over = windows.maxTimestampOf(window) < step.watermarkMillis();
      if (!over && machine.isDormantUntilEnd()) {
        reachesDormant = true;
        sliceHold = hold;
        timers.addDormant(state, window, hold);
        break;
      }
      WindowRecord record = recordAt(position++, window, state.records());
      addTo(record, over ? WindowRecord.NO_HOLD : timers.holdIn(window, hold), step, touched);
    }
    if (touched.isEmpty() && !reachesDormant) {
      return step.closedWindows() > 0 ? ElementOutcome.CLOSED : ElementOutcome.TOO_LATE;
    }
    store(step, slice, value, sliceHold, cutsOf(state, slice));
    for (WindowRecord record : touched) {
      windowFiring.fireIfReady(record, step);
    }
    if (step.hasFired()) {
      step.endFirings();
      timers.recompute(state);
    }
    return ElementOutcome.ACCEPTED;
  }

  /** The first window that has not expired; those before are counted. */
  private long skipExpired(long firstWindow, long lastWindow, StepBuilder<A, O> step) {
    long firstUnexpired = spec.firstUnexpiredWindow(step.watermarkMillis());
    long first = Math.max(firstWindow, Math.min(firstUnexpired, lastWindow + 1));
    step.setExpiredWindows(first - firstWindow);
    return first;
  }

  private WindowRecord recordAt(int position, long window, WindowRecords records) {
    if (position < records.size() && records.get(position).window() == window) {
      return records.get(position);
    }
    WindowRecord record = new WindowRecord(window, machine.newState());
    records.insert(position, record);
    return record;
  }

  private void addTo(
      WindowRecord record, long hold, StepBuilder<A, O> step, List<WindowRecord> touched) {
    if (windowFiring.isClosed(record)) {
      step.addClosedWindow();
      return;
    }
    record.setHasNewElements(true);
    record.setHold(SliceStore.combine(spec.timestampCombiner(), record.hold(), hold));
    machine.onElement(record.trigger(), windowFiring.triggerContext(record, step));
    timers.addRecord(step.state(), record);
    touched.add(record);
  }

  private void store(
      StepBuilder<A, O> step, long slice, V value, long hold, FiringCuts firingCuts) {
    KeyState<A> state = step.state();
    state.slices().add(slice, state.firingSequence(), value, function, firingCuts);
    if (hold != WindowRecord.NO_HOLD) {
      state.slices().addHold(slice, hold, spec.timestampCombiner());
    }
    step.markChanged();
  }

  private FiringCuts cutsOf(KeyState<A> state, long slice) {
    WindowRecords records = state.records();
    long firstWindow = windows.firstWindowOf(slice);
    long lastWindow = windows.lastWindowOf(slice);
    return (older, newer) -> {
      for (int i = records.positionOf(firstWindow); i < records.size(); i++) {
        WindowRecord record = records.get(i);
        if (record.window() > lastWindow) {
          return false;
        }
        if (record.lastFiring() >= older && record.lastFiring() < newer) {
          return true;
        }
      }
      return false;
    };
  }
}
