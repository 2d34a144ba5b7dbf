package io.slicewise.core.sliced;

import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.slice.WindowFold;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
  private final boolean hasGaps;
  private final boolean earlyForNextOnly;
  private final boolean fills;
  private final AggregateFunction<?, A, O> function;

  SpecWindows(PlannedSpec spec, AggregateFunction<?, A, O> function, WindowFold fold) {
    this.spec = spec;
    this.windows = spec.windows();
    this.machine = new TriggerMachine(spec.settings().trigger());
    this.timers = new SpecTimers(spec, machine);
    this.windowFiring = new WindowFiring<>(spec, machine, function, fold);
    this.holdsEndOfWindow = spec.settings().timestampCombiner() == TimestampCombiner.END_OF_WINDOW;
    this.hasGaps = windows.hasGaps();
    this.earlyForNextOnly = spec.settings().emission().earlyForNextOnly();
    this.fills = spec.settings().emission().fills();
    this.function = function;
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
    long end = sleepsUntil(instantMillis, step.watermarkMillis());
    if (end == TimerRequest.NONE) {
      return false;
    }
    timers.addDormant(state, end, SliceStore.NONE);
    return true;
  }

  /**
   * The last instant of the first window that holds {@code instantMillis}, if all that hold it
   * sleep until their end and no hold needs to be stored, or {@link TimerRequest#NONE}.
   */
  long sleepsUntil(long instantMillis, long watermarkMillis) {
    if (!holdsEndOfWindow || !timers.sleeps()) {
      return TimerRequest.NONE;
    }
    long first = windows.firstOpenWindow(instantMillis);
    long maxTimestamp = windows.maxTimestampOf(first);
    boolean sleeps =
        maxTimestamp >= watermarkMillis
            && sleeps(first, watermarkMillis)
            && !(hasGaps && first > windows.lastStartedWindow(instantMillis));
    return sleeps ? maxTimestamp : TimerRequest.NONE;
  }

  /** Whether windows hold {@code instantMillis}, and all of them have expired. */
  boolean isExpired(long instantMillis, long watermarkMillis) {
    long lastWindow = windows.lastStartedWindow(instantMillis);
    return lastWindow < spec.firstUnexpiredWindow(watermarkMillis)
        && windows.firstOpenWindow(instantMillis) <= lastWindow;
  }

  /** How many windows hold {@code instantMillis}, expired or not. */
  long windowsOf(long instantMillis) {
    long firstWindow = windows.firstOpenWindow(instantMillis);
    return Math.max(0, windows.lastStartedWindow(instantMillis) + 1 - firstWindow);
  }

  /** Takes into account elements at {@code instantMillis}, all of whose windows sleep. */
  void addSleeping(SpecState state, long instantMillis) {
    long first = windows.firstOpenWindow(instantMillis);
    timers.addDormant(state, windows.maxTimestampOf(first), SliceStore.NONE);
  }

  /** Whether a window that is not over leaves elements alone until its end. */
  private boolean sleeps(long window, long watermarkMillis) {
    return timers.isDormantUntilEnd()
        || (earlyForNextOnly && window > windows.firstOpenWindow(watermarkMillis));
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
    SpecState specState = state.spec(spec.position());
    long hold = timers.elementHold(state.slices(), specState, timestampMillis, stepBuilder);
    Visit<A, O> visit = new Visit<>(this, begin(state, stepBuilder));
    long firstUnexpired = skipExpired(firstWindow, lastWindow, specState, stepBuilder);
    visitWindows(firstUnexpired, lastWindow, hold, visit);
    if (visit.outcome() == ElementOutcome.ACCEPTED) {
      if (firstUnexpired > firstWindow) {
        specState.setLastMissingWindow(Math.max(specState.lastMissingWindow(), firstUnexpired - 1));
      }
      if (fills && windows.maxTimestampOf(lastWindow) < stepBuilder.watermarkMillis()) {
        timers.noteData(specState, lastWindow);
      }
    }
    return visit;
  }

  private void visitWindows(long firstWindow, long lastWindow, long hold, Visit<A, O> visit) {
    SlicedStep<A, O> step = visit.step();
    WindowRecords records = step.specState().records();
    int position = records.positionOf(firstWindow);
    for (long window = firstWindow; window <= lastWindow; window++) {
      boolean over = windows.maxTimestampOf(window) < step.watermarkMillis();
      if (!over && sleeps(window, step.watermarkMillis())) {
        timers.addDormant(step.specState(), windows.maxTimestampOf(window), hold);
        visit.reachesDormant(hold);
        return;
      }
      WindowRecord record = recordAt(position++, window, step);
      addTo(record, over ? WindowRecord.NO_HOLD : timers.holdIn(window, hold), visit);
    }
  }

  /** The first window that has not expired and is not closed; those before are counted. */
  private long skipExpired(
      long firstWindow, long lastWindow, SpecState state, StepBuilder<O> step) {
    long firstUnexpired = spec.firstUnexpiredWindow(step.watermarkMillis());
    if (state.closedBefore() != TimeBounds.MIN_TIMESTAMP) {
      firstUnexpired = Math.max(firstUnexpired, windows.firstOpenWindow(state.closedBefore()));
    }
    long first = Math.max(firstWindow, Math.min(firstUnexpired, lastWindow + 1));
    step.addExpiredWindows(first - firstWindow);
    return first;
  }

  private WindowRecord recordAt(int position, long window, SlicedStep<A, O> step) {
    WindowRecords records = step.specState().records();
    if (position < records.size() && records.get(position).window() == window) {
      return records.get(position);
    }
    WindowRecord record = new WindowRecord(window, machine.newState());
    if (earlyForNextOnly
        && windows.maxTimestampOf(window) >= step.watermarkMillis()
        && timers.firstWindowWithData(step.slices(), window) == window) {
      // it has slept with data until now
      record.setHold(timers.dormantHold(step.slices(), window));
    }
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
    }
    if (step.hasFired() || fills) {
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
    Set<Long> awake = awakeWindows(step);
    wakeRecords(step);
    if (timers.sleeps()) {
      wakeSleepingWindows(step, awake);
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
  private void wakeSleepingWindows(SlicedStep<A, O> step, Set<Long> awake) {
    long window = windows.firstOpenWindow(step.previousWatermarkMillis());
    window = firstWindowToWake(window, step);
    while (window != SliceStore.NONE && windows.maxTimestampOf(window) < step.watermarkMillis()) {
      boolean hasData = timers.firstWindowWithData(step.slices(), window) == window;
      if (hasData && fills) {
        timers.noteData(step.specState(), window);
      }
      if (!awake.contains(window)) {
        wakeSleeping(window, hasData, step);
      }
      window = firstWindowToWake(window + 1, step);
    }
  }

  private long firstWindowToWake(long window, SlicedStep<A, O> step) {
    return timers.firstWindowToWake(
        step.slices(), step.specState(), window, step.watermarkMillis());
  }

  private void wakeSleeping(long window, boolean hasData, SlicedStep<A, O> step) {
    WindowRecord record = new WindowRecord(window, machine.newState());
    record.setHasNewElements(hasData);
    if (hasData) {
      record.setHold(timers.dormantHold(step.slices(), window));
    }
    if (!windowFiring.wake(record, step)) {
      WindowRecords records = step.specState().records();
      records.insert(records.positionOf(window), record);
    }
  }

  /** The windows with a record that were not over at the previous watermark. */
  private Set<Long> awakeWindows(SlicedStep<A, O> step) {
    if (!timers.sleeps() || timers.isDormantUntilEnd()) {
      return Set.of();
    }
    Set<Long> awake = new HashSet<>();
    WindowRecords records = step.specState().records();
    int first = records.positionOf(windows.firstOpenWindow(step.previousWatermarkMillis()));
    for (int i = first; i < records.size(); i++) {
      awake.add(records.get(i).window());
    }
    return awake;
  }

  /**
   * Makes what is stored of the windows of {@code before} that of these windows, each of which is
   * the end of one of those. A window that was one before goes on where it was; another that was
   * over with elements gives no pane any more.
   */
  void adopt(
      SliceStore<A> slices, SpecState state, PlannedSpec before, boolean keep, long watermark) {
    WindowRecords records = state.records();
    List<WindowRecord> old = new ArrayList<>();
    records.removeFirst(records.size(), old::add);
    for (WindowRecord record : old) {
      long start = before.windows().startOf(record.window());
      long window = windows.lastStartedWindow(start);
      if (!keep) {
        state.closeBefore(before.windows().maxTimestampOf(record.window()) + 1);
      } else if (windows.startOf(window) == start) {
        records.append(record.ofWindow(window));
      }
    }
    state.setLastDataWindow(WindowPlan.NO_WINDOW);
    state.setLastMissingWindow(WindowPlan.NO_WINDOW);
    slices.removeBefore(firstNeeded(state, watermark), function);
  }

  /** Computes anew when the key must be woken. */
  void recompute(SliceStore<A> slices, SpecState state, long watermarkMillis) {
    timers.recompute(slices, state, watermarkMillis);
  }

  private long firstNeeded(SpecState state, long watermark) {
    long horizon = spec.horizon(watermark);
    if (state.records().size() > 0) {
      // with a shorter lateness it may have expired, but its last pane is still to come
      return Math.min(horizon, windows.startOf(state.records().get(0).window()));
    }
    return state.closedBefore() == TimeBounds.MIN_TIMESTAMP || horizon == Long.MAX_VALUE
        ? horizon
        : Math.max(horizon, windows.startOf(windows.firstOpenWindow(state.closedBefore())));
  }

  /** Closes the windows that had expired before an update that would bring them back. */
  void closeExpired(SpecState state, PlannedSpec before, long watermarkMillis) {
    long lateness = before.settings().allowedLatenessMillis();
    boolean someHaveExpired = watermarkMillis - TimeBounds.MIN_TIMESTAMP > lateness;
    if (someHaveExpired && spec.settings().allowedLatenessMillis() > lateness) {
      state.closeBefore(watermarkMillis - lateness);
    }
  }

  private SlicedStep<A, O> begin(SlicedState<A> state, StepBuilder<O> step) {
    SpecState specState = state.spec(spec.position());
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
