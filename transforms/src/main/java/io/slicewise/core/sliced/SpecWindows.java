package io.slicewise.core.sliced;

import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.slice.WindowFold;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.WindowPlan;

/**
 * The windows of one specification at work. They read the shared slices but change only their own
 * records and timers, so that each specification behaves as if it were alone.
 */
final class SpecWindows<A, O> {
  private final PlannedSpec spec;
  private final WindowPlan windows;
  private final TriggerMachine machine;
  private final SpecTimers timers;
  private final WindowFiring<A, O> windowFiring;
  private final boolean holdsEndOfWindow;

  SpecWindows(PlannedSpec spec, AggregateFunction<?, A, O> function, WindowFold fold) {
    this.spec = spec;
    this.windows = spec.windows();
    this.machine = new TriggerMachine(spec.settings().trigger());
    this.timers = new SpecTimers(spec, machine);
    this.windowFiring = new WindowFiring<>(spec, machine, function, fold);
    this.holdsEndOfWindow = spec.settings().timestampCombiner() == TimestampCombiner.END_OF_WINDOW;
  }

  PlannedSpec spec() {
    return spec;
  }

  boolean usesProcessingTime() {
    return machine.usesProcessingTime();
  }

  TimerRequest pending(SpecState state) {
    return timers.pending(state);
  }

  /**
   * Accepts an element at {@code instantMillis} if all its windows sleep until their end and no
   * hold needs to be stored: the common case, which costs next to nothing.
   */
  boolean sleepThrough(SpecState state, long instantMillis, StepBuilder<O> step) {
    if (!holdsEndOfWindow || !machine.isDormantUntilEnd()) {
      return false;
    }
    long first = windows.firstOpenWindow(instantMillis);
    if (first > windows.lastStartedWindow(instantMillis)
        || windows.maxTimestampOf(first) < step.watermarkMillis()) {
      return false;
    }
    timers.addDormant(state, first, SliceStore.NONE);
    return true;
  }

  /**
   * Lets the windows that hold {@code instantMillis} know of an element, before it is stored.
   *
   * @return null if no window holds it
   */
  Visit<A, O> visit(
      SlicedState<A> state, long instantMillis, long timestampMillis, StepBuilder<O> stepBuilder) {
    long firstWindow = windows.firstOpenWindow(instantMillis);
    long lastWindow = windows.lastStartedWindow(instantMillis);
    if (firstWindow > lastWindow) {
      return null;
    }
    SpecState specState = state.specs().get(spec.position());
    long hold = timers.elementHold(state.slices(), specState, timestampMillis, stepBuilder);
    Visit<A, O> visit = new Visit<>(this, begin(state, stepBuilder));
    visitWindows(skipExpired(firstWindow, lastWindow, stepBuilder), lastWindow, hold, visit);
    return visit;
  }

  private void visitWindows(long firstWindow, long lastWindow, long hold, Visit<A, O> visit) {
    SlicedStep<A, O> step = visit.step();
    WindowRecords records = step.specState().records();
    int position = records.positionOf(firstWindow);
    for (long window = firstWindow; window <= lastWindow; window++) {
      boolean over = windows.maxTimestampOf(window) < step.watermarkMillis();
      if (!over && machine.isDormantUntilEnd()) {
        timers.addDormant(step.specState(), window, hold);
        visit.reachesDormant(hold);
        return;
      }
      WindowRecord record = recordAt(position++, window, records);
      addTo(record, over ? WindowRecord.NO_HOLD : timers.holdIn(window, hold), visit);
    }
  }

  /** The first window that has not expired; those before are counted. */
  private long skipExpired(long firstWindow, long lastWindow, StepBuilder<O> step) {
    long firstUnexpired = spec.firstUnexpiredWindow(step.watermarkMillis());
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

  private void addTo(WindowRecord record, long hold, Visit<A, O> visit) {
    SlicedStep<A, O> step = visit.step();
    if (windowFiring.isClosed(record)) {
      visit.addClosedWindow();
      return;
    }
    record.setHasNewElements(true);
    record.setHold(SliceStore.combine(spec.settings().timestampCombiner(), record.hold(), hold));
    machine.onElement(record.trigger(), windowFiring.triggerContext(record, step));
    timers.addRecord(step.specState(), record);
    visit.touch(record);
  }

  /** Fires what an element has made ready, after it has been stored. */
  void fireTouched(Visit<A, O> visit) {
    SlicedStep<A, O> step = visit.step();
    for (WindowRecord record : visit.touched()) {
      windowFiring.fireIfReady(record, step);
    }
    if (step.hasFired()) {
      step.endFirings();
      recompute(step);
    }
  }

  /**
   * Whether a window of the slice at {@code slice} has seen what is labelled {@code older} but not
   * what is labelled {@code newer}.
   */
  boolean isCutBetween(SpecState state, long slice, long older, long newer) {
    WindowRecords records = state.records();
    long lastWindow = windows.lastStartedWindow(slice);
    for (int i = records.positionOf(windows.firstOpenWindow(slice)); i < records.size(); i++) {
      WindowRecord record = records.get(i);
      if (record.window() > lastWindow) {
        return false;
      }
      if (record.lastFiring() >= older && record.lastFiring() < newer) {
        return true;
      }
    }
    return false;
  }

  /** Wakes every window that a processing-time timer is due for. */
  void onProcessingTime(SlicedState<A> state, StepBuilder<O> stepBuilder) {
    SlicedStep<A, O> step = begin(state, stepBuilder);
    WindowRecords records = step.specState().records();
    for (int i = 0; i < records.size(); i++) {
      WindowRecord record = records.get(i);
      if (record.takeProcessingTimersBefore(step.processingTimeMillis())) {
        windowFiring.wake(record, step);
      }
    }
    step.endFirings();
    recompute(step);
  }

  /** Wakes every window that is over or has expired since the previous watermark. */
  void onWatermark(SlicedState<A> state, StepBuilder<O> stepBuilder) {
    SlicedStep<A, O> step = begin(state, stepBuilder);
    wakeRecords(step);
    if (machine.isDormantUntilEnd()) {
      wakeDormantWindows(step);
    }
    step.endFirings();
    recompute(step);
  }

  private void wakeRecords(SlicedStep<A, O> step) {
    WindowRecords records = step.specState().records();
    int expired = records.positionOf(spec.firstUnexpiredWindow(step.watermarkMillis()));
    int overBefore = records.positionOf(windows.firstOpenWindow(step.previousWatermarkMillis()));
    int over = records.positionOf(windows.firstOpenWindow(step.watermarkMillis()));
    records.removeFirst(expired, record -> windowFiring.wake(record, step));
    for (int i = Math.max(expired, overBefore) - expired; i < over - expired; i++) {
      if (records.get(i).waitsForEnd()) {
        windowFiring.wake(records.get(i), step);
      }
    }
  }

  /** Wakes the windows without a record that are over since the previous watermark. */
  private void wakeDormantWindows(SlicedStep<A, O> step) {
    SliceStore<A> slices = step.slices();
    long window =
        timers.firstWindowWithData(slices, windows.firstOpenWindow(step.previousWatermarkMillis()));
    while (window != SliceStore.NONE && windows.maxTimestampOf(window) < step.watermarkMillis()) {
      WindowRecord record = new WindowRecord(window, machine.newState());
      record.setHasNewElements(true);
      record.setHold(timers.dormantHold(slices, window));
      if (!windowFiring.wake(record, step)) {
        step.specState().records().append(record);
      }
      window = timers.firstWindowWithData(slices, window + 1);
    }
  }

  private SlicedStep<A, O> begin(SlicedState<A> state, StepBuilder<O> step) {
    SpecState specState = state.specs().get(spec.position());
    return new SlicedStep<>(
        state, specState, step, timers.outputWatermark(state.slices(), specState, step));
  }

  private void recompute(SlicedStep<A, O> step) {
    timers.recompute(step.slices(), step.specState(), step.watermarkMillis());
  }

  /** The last watermark at which an element of {@code instantMillis} counts in a window. */
  long expiryOf(long instantMillis) {
    long lastWindow = windows.lastStartedWindow(instantMillis);
    return windows.firstOpenWindow(instantMillis) > lastWindow
        ? Long.MIN_VALUE
        : spec.expiryOf(lastWindow);
  }
}
