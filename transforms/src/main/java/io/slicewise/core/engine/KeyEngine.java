package io.slicewise.core.engine;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.FiringCuts;
import io.slicewise.core.slice.PagedFold;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.slice.WindowFold;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.WindowPlan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

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

  /**
   * Takes an element, after everything that is due by the watermark.
   *
   * @param timestampMillis the element's timestamp
   */
  public Step<O> onElement(KeyState<A> state, V value, long timestampMillis, Clocks clocks) {
    Clocks now = advance(state, clocks);
    boolean isDue = now.watermarkMillis() > state.nextEventTime();
    List<FiredPane<O>> due = fireDueByWatermark(state, now);
    long slice = windows.sliceOf(timestampMillis);
    if (slice == WindowPlan.NO_SLICE) {
      return step(state, due, ElementOutcome.IN_GAP, 0, 0, isDue);
    }
    long firstWindow = windows.firstWindowOf(slice);
    boolean noneIsOver = windows.maxTimestampOf(firstWindow) >= now.watermarkMillis();
    if (machine.isDormantUntilEnd() && noneIsOver) {
      long hold = elementHold(state, timestampMillis, now);
      store(state, slice, value, hold, FiringCuts.NONE);
      timers.addDormant(state, firstWindow, hold);
      return step(state, due, ElementOutcome.ACCEPTED, 0, 0, true);
    }
    return addToWindows(state, value, timestampMillis, slice, now, due, isDue);
  }

  /** Does everything that is due by the watermark: when the event-time timer has fired. */
  public Step<O> onWatermark(KeyState<A> state, Clocks clocks) {
    List<FiredPane<O>> due = fireDueByWatermark(state, advance(state, clocks));
    return timerStep(state, due);
  }

  /** Does everything that is due by the processing time: when that timer has fired. */
  public Step<O> onProcessingTime(KeyState<A> state, Clocks clocks) {
    Clocks now = advance(state, clocks);
    List<FiredPane<O>> due = fireDueByWatermark(state, now);
    Firing<A, O> firing = firing(state, now);
    Iterator<WindowRecord> records = state.records().values().iterator();
    while (records.hasNext()) {
      WindowRecord record = records.next();
      if (record.takeProcessingTimersBefore(now.processingTimeMillis())
          && windowFiring.wake(record, firing)) {
        records.remove();
      }
    }
    firing.close();
    timers.recompute(state);
    return timerStep(state, concat(due, firing.panes()));
  }

  /** The clocks with a watermark that never goes back, even when a restored runner starts anew. */
  private static Clocks advance(KeyState<?> state, Clocks clocks) {
    return clocks.watermarkMillis() >= state.watermark()
        ? clocks
        : new Clocks(state.watermark(), clocks.processingTimeMillis());
  }

  private Firing<A, O> firing(KeyState<A> state, Clocks now) {
    return new Firing<>(state, now, timers.outputWatermark(state, now.watermarkMillis()));
  }

  private List<FiredPane<O>> fireDueByWatermark(KeyState<A> state, Clocks now) {
    long watermark = now.watermarkMillis();
    if (watermark <= state.nextEventTime()) {
      state.setWatermark(watermark);
      return List.of();
    }
    Firing<A, O> firing = firing(state, now);
    wakeRecords(state, firing);
    if (machine.isDormantUntilEnd()) {
      wakeDormantWindows(state, firing);
    }
    state.setWatermark(watermark);
    firing.close();
    removeExpiredSlices(state, watermark);
    timers.recompute(state);
    return firing.panes();
  }

  private void wakeRecords(KeyState<A> state, Firing<A, O> firing) {
    long watermark = firing.clocks().watermarkMillis();
    Iterator<WindowRecord> records = state.records().values().iterator();
    while (records.hasNext()) {
      WindowRecord record = records.next();
      if (windows.maxTimestampOf(record.window()) >= watermark) {
        return;
      }
      boolean due = record.waitsForEnd() || spec.expiryOf(record.window()) < watermark;
      if (due && windowFiring.wake(record, firing)) {
        records.remove();
      }
    }
  }

  private void wakeDormantWindows(KeyState<A> state, Firing<A, O> firing) {
    long watermark = firing.clocks().watermarkMillis();
    SliceStore<A> slices = state.slices();
    long window = timers.firstWindowWithData(slices, windows.firstOpenWindow(state.watermark()));
    while (window != SliceStore.NONE && windows.maxTimestampOf(window) < watermark) {
      WindowRecord record = new WindowRecord(window, machine.newState());
      record.setHasNewElements(true);
      record.armEndOfWindow();
      record.setHold(dormantHold(slices, window));
      if (!windowFiring.wake(record, firing)) {
        state.records().put(window, record);
      }
      window = timers.firstWindowWithData(slices, window + 1);
    }
  }

  private long dormantHold(SliceStore<A> slices, long window) {
    if (spec.timestampCombiner() == TimestampCombiner.END_OF_WINDOW) {
      return windows.maxTimestampOf(window);
    }
    long firstSlice = windows.firstSliceOf(window);
    return slices.hold(
        firstSlice, firstSlice + windows.slicesPerWindow(), spec.timestampCombiner());
  }

  private void removeExpiredSlices(KeyState<A> state, long watermark) {
    SliceStore<A> slices = state.slices();
    long slice = slices.firstSliceFrom(Long.MIN_VALUE);
    while (slice != SliceStore.NONE && spec.expiryOf(windows.lastWindowOf(slice)) < watermark) {
      slices.removeBefore(slice + 1);
      slice = slices.firstSliceFrom(slice);
    }
  }

  private Step<O> addToWindows(
      KeyState<A> state,
      V value,
      long timestampMillis,
      long slice,
      Clocks now,
      List<FiredPane<O>> due,
      boolean isDue) {
    Firing<A, O> firing = firing(state, now);
    long elementHold = elementHold(state, timestampMillis, now);
    List<WindowRecord> touched = new ArrayList<>();
    int expired = 0;
    int closed = 0;
    boolean reachesDormant = false;
    long lastWindow = windows.lastWindowOf(slice);
    for (long window = windows.firstWindowOf(slice); window <= lastWindow; window++) {
      boolean over = windows.maxTimestampOf(window) < now.watermarkMillis();
      if (machine.isDormantUntilEnd() && !over) {
        timers.addDormant(state, window, elementHold);
        reachesDormant = true;
        break;
      }
      if (spec.expiryOf(window) < now.watermarkMillis()) {
        expired++;
        continue;
      }
      WindowRecord record =
          state.records().computeIfAbsent(window, w -> new WindowRecord(w, machine.newState()));
      if (windowFiring.isClosed(record)) {
        closed++;
        continue;
      }
      addToWindow(record, over, elementHold, now);
      touched.add(record);
    }
    if (touched.isEmpty() && !reachesDormant) {
      ElementOutcome outcome = closed > 0 ? ElementOutcome.CLOSED : ElementOutcome.TOO_LATE;
      return step(state, due, outcome, expired, closed, isDue);
    }
    long sliceHold = reachesDormant ? elementHold : WindowRecord.NO_HOLD;
    store(state, slice, value, sliceHold, cutsOf(state, slice));
    for (WindowRecord record : touched) {
      windowFiring.fireIfReady(record, firing);
    }
    firing.close();
    timers.recompute(state);
    List<FiredPane<O>> panes = concat(due, firing.panes());
    return step(state, panes, ElementOutcome.ACCEPTED, expired, closed, true);
  }

  private void addToWindow(WindowRecord record, boolean over, long elementHold, Clocks now) {
    record.setHasNewElements(true);
    if (!over) {
      long hold =
          spec.timestampCombiner() == TimestampCombiner.END_OF_WINDOW
              ? windows.maxTimestampOf(record.window())
              : elementHold;
      record.setHold(SliceStore.combine(spec.timestampCombiner(), record.hold(), hold));
    }
    machine.onElement(record.trigger(), windowFiring.triggerContext(record, now));
  }

  /** The timestamp an element gives its panes, unless it comes too late to hold any output back. */
  private long elementHold(KeyState<A> state, long timestampMillis, Clocks now) {
    if (spec.timestampCombiner() == TimestampCombiner.END_OF_WINDOW
        || timestampMillis < now.watermarkMillis()
            && timestampMillis < timers.outputWatermark(state, now.watermarkMillis())) {
      return WindowRecord.NO_HOLD;
    }
    return timestampMillis;
  }

  private void store(
      KeyState<A> state, long slice, V value, long holdMillis, FiringCuts firingCuts) {
    state.slices().add(slice, state.firingSequence(), value, function, firingCuts);
    if (holdMillis != WindowRecord.NO_HOLD) {
      state.slices().addHold(slice, holdMillis, spec.timestampCombiner());
    }
  }

  private FiringCuts cutsOf(KeyState<A> state, long slice) {
    Map<Long, WindowRecord> records =
        state
            .records()
            .subMap(windows.firstWindowOf(slice), true, windows.lastWindowOf(slice), true);
    return (older, newer) -> {
      for (WindowRecord record : records.values()) {
        if (record.lastFiring() >= older && record.lastFiring() < newer) {
          return true;
        }
      }
      return false;
    };
  }

  private Step<O> step(
      KeyState<A> state,
      List<FiredPane<O>> panes,
      ElementOutcome outcome,
      int expired,
      int closed,
      boolean stateChanged) {
    return new Step<>(panes, outcome, expired, closed, timers.request(state, false), stateChanged);
  }

  private Step<O> timerStep(KeyState<A> state, List<FiredPane<O>> panes) {
    return new Step<>(panes, ElementOutcome.NO_ELEMENT, 0, 0, timers.request(state, true), true);
  }

  private static <T> List<T> concat(List<T> first, List<T> second) {
    if (first.isEmpty() || second.isEmpty()) {
      return first.isEmpty() ? second : first;
    }
    List<T> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }
}
