package io.slicewise.core.sliced;

import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.engine.WindowGroup;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.FiringCuts;
import io.slicewise.core.slice.PagedFold;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.slice.WindowFold;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Windows of a {@link WindowPlan}, which share slices.
 *
 * <p>Cost of an element whose trigger only waits for the end of windows: one addition to one slice,
 * whatever the number of its windows. A trigger that looks at elements before the end (early
 * firings) costs one step of the trigger for each window of the element.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <O> the type of the aggregates
 */
public final class SlicedWindows<V, A, O> implements WindowGroup<V, SlicedState<A>, O> {
  private final WindowingSpec spec;
  private final WindowPlan windows;
  private final Expiry expiry;
  private final AggregateFunction<V, A, O> function;
  private final TriggerMachine machine;
  private final KeyTimers timers;
  private final WindowFiring<A, O> windowFiring;

  /** Windows whose pages of slices are folded. */
  public SlicedWindows(
      WindowingSpec spec, WindowPlan windows, AggregateFunction<V, A, O> function) {
    this(spec, windows, function, new PagedFold());
  }

  /** Windows with a fold of choice; all give the same panes. */
  public SlicedWindows(
      WindowingSpec spec,
      WindowPlan windows,
      AggregateFunction<V, A, O> function,
      WindowFold fold) {
    this.spec = spec;
    this.windows = windows;
    this.expiry = new Expiry(windows, spec.allowedLatenessMillis());
    this.function = function;
    this.machine = new TriggerMachine(spec.trigger());
    this.timers = new KeyTimers(spec, windows, machine);
    this.windowFiring = new WindowFiring<>(spec, windows, machine, function, fold);
  }

  @Override
  public SlicedState<A> newState() {
    return new SlicedState<>(SliceStore.forWindowsOf(windows.slicesPerWindow()));
  }

  @Override
  public boolean usesProcessingTime() {
    return machine.usesProcessingTime();
  }

  @Override
  public ElementOutcome onElement(
      SlicedState<A> state, V value, long timestampMillis, StepBuilder<O> step) {
    long slice = windows.sliceOf(assignedTime(state, timestampMillis, step));
    if (slice == WindowPlan.NO_SLICE) {
      return ElementOutcome.IN_GAP;
    }
    long hold = timers.elementHold(state, timestampMillis, step);
    long firstWindow = windows.firstWindowOf(slice);
    if (machine.isDormantUntilEnd()
        && windows.maxTimestampOf(firstWindow) >= step.watermarkMillis()) {
      store(state, slice, value, hold, FiringCuts.NONE);
      step.markChanged();
      timers.addDormant(state, firstWindow, hold);
      return ElementOutcome.ACCEPTED;
    }
    return addToWindows(state, slice, value, hold, step);
  }

  @Override
  public void onProcessingTime(SlicedState<A> state, StepBuilder<O> stepBuilder) {
    SlicedStep<A, O> step = begin(state, stepBuilder);
    WindowRecords records = state.records();
    for (int i = 0; i < records.size(); i++) {
      WindowRecord record = records.get(i);
      if (record.takeProcessingTimersBefore(step.processingTimeMillis())) {
        windowFiring.wake(record, step);
      }
    }
    step.endFirings();
    timers.recompute(state, step.watermarkMillis());
  }

  @Override
  public void onWatermark(SlicedState<A> state, StepBuilder<O> stepBuilder) {
    SlicedStep<A, O> step = begin(state, stepBuilder);
    long previousWatermark = stepBuilder.previousWatermarkMillis();
    wakeRecords(step, previousWatermark);
    if (machine.isDormantUntilEnd()) {
      wakeDormantWindows(step, previousWatermark);
    }
    step.endFirings();
    removeExpiredSlices(state, step.watermarkMillis());
    timers.recompute(state, step.watermarkMillis());
  }

  @Override
  public TimerRequest pending(SlicedState<A> state) {
    return timers.pending(state);
  }

  @Override
  public long expiryOf(long timestampMillis) {
    if (spec.assignment() == Assignment.STREAM_TIME) {
      return TimeBounds.MAX_TIMESTAMP;
    }
    long slice = windows.sliceOf(timestampMillis);
    return slice == WindowPlan.NO_SLICE
        ? TimeBounds.MIN_TIMESTAMP
        : expiry.of(windows.lastWindowOf(slice));
  }

  private SlicedStep<A, O> begin(SlicedState<A> state, StepBuilder<O> step) {
    return new SlicedStep<>(state, step, timers.outputWatermark(state, step));
  }

  private void wakeRecords(SlicedStep<A, O> step, long previousWatermark) {
    long watermark = step.watermarkMillis();
    WindowRecords records = step.state().records();
    int expired = records.positionOf(expiry.firstUnexpiredWindow(watermark));
    int overBefore = records.positionOf(windows.firstOpenWindow(previousWatermark));
    int over = records.positionOf(windows.firstOpenWindow(watermark));
    records.removeFirst(expired, record -> windowFiring.wake(record, step));
    for (int i = Math.max(expired, overBefore) - expired; i < over - expired; i++) {
      if (records.get(i).waitsForEnd()) {
        windowFiring.wake(records.get(i), step);
      }
    }
  }

  /** Wakes the windows without a record that are over since the last watermark. */
  private void wakeDormantWindows(SlicedStep<A, O> step, long previousWatermark) {
    SlicedState<A> state = step.state();
    SliceStore<A> slices = state.slices();
    long window = timers.firstWindowWithData(slices, windows.firstOpenWindow(previousWatermark));
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

  private void removeExpiredSlices(SlicedState<A> state, long watermarkMillis) {
    SliceStore<A> slices = state.slices();
    long slice = slices.firstSliceFrom(Long.MIN_VALUE);
    while (slice != SliceStore.NONE && expiry.of(windows.lastWindowOf(slice)) < watermarkMillis) {
      slices.removeBefore(slice + 1);
      slice = slices.firstSliceFrom(slice);
    }
  }

  private long assignedTime(SlicedState<A> state, long timestampMillis, StepBuilder<O> step) {
    if (spec.assignment() == Assignment.TIMESTAMP) {
      return timestampMillis;
    }
    if (timestampMillis > state.streamTime()) {
      state.setStreamTime(timestampMillis);
      step.markChanged();
    }
    return Math.max(state.streamTime(), step.watermarkMillis());
  }

  private ElementOutcome addToWindows(
      SlicedState<A> state, long slice, V value, long hold, StepBuilder<O> stepBuilder) {
    SlicedStep<A, O> step = begin(state, stepBuilder);
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
      return step.hasClosedWindows() ? ElementOutcome.CLOSED : ElementOutcome.TOO_LATE;
    }
    store(state, slice, value, sliceHold, cutsOf(state, slice));
    stepBuilder.markChanged();
    for (WindowRecord record : touched) {
      windowFiring.fireIfReady(record, step);
    }
    if (step.hasFired()) {
      step.endFirings();
      timers.recompute(state, step.watermarkMillis());
    }
    return ElementOutcome.ACCEPTED;
  }

  /** The first window that has not expired; those before are counted. */
  private long skipExpired(long firstWindow, long lastWindow, SlicedStep<A, O> step) {
    long firstUnexpired = expiry.firstUnexpiredWindow(step.watermarkMillis());
    long first = Math.max(firstWindow, Math.min(firstUnexpired, lastWindow + 1));
    step.addExpiredWindows(first - firstWindow);
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
      WindowRecord record, long hold, SlicedStep<A, O> step, List<WindowRecord> touched) {
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

  private void store(SlicedState<A> state, long slice, V value, long hold, FiringCuts firingCuts) {
    state.slices().add(slice, state.firingSequence(), value, function, firingCuts);
    if (hold != WindowRecord.NO_HOLD) {
      state.slices().addHold(slice, hold, spec.timestampCombiner());
    }
  }

  private FiringCuts cutsOf(SlicedState<A> state, long slice) {
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
