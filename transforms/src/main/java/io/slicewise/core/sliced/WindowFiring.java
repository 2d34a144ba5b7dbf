package io.slicewise.core.sliced;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.slice.LabelRange;
import io.slicewise.core.slice.WindowFold;
import io.slicewise.core.trigger.TriggerContext;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.WindowPlan;
import java.util.Objects;

/**
 * Fires the windows of a specification: the part of the engine that asks the trigger, folds the
 * slices and describes the pane.
 *
 * @see "org.apache.beam.runners.core.ReduceFnRunner, onTimers and onTrigger"
 */
final class WindowFiring<A, O> {
  private final PlannedSpec spec;
  private final WindowingSpec settings;
  private final WindowPlan windows;
  private final TriggerMachine machine;
  private final AggregateFunction<?, A, O> function;
  private final WindowFold fold;
  private final boolean tellsFiringsApart;

  /** Whether a later pane of a window may not hold what an earlier one did. */
  private final boolean discardsShown;

  WindowFiring(
      PlannedSpec spec,
      TriggerMachine machine,
      AggregateFunction<?, A, O> function,
      WindowFold fold) {
    this.spec = spec;
    this.settings = spec.settings();
    this.windows = spec.windows();
    this.machine = machine;
    this.function = function;
    this.fold = fold;
    this.tellsFiringsApart =
        settings.accumulation() != AccumulationMode.ACCUMULATING
            || settings.emission().repeats() != Repeats.EMITTED;
    boolean firesOnce =
        machine.neverFires()
            || (machine.isDormantUntilEnd() && settings.allowedLatenessMillis() == 0);
    this.discardsShown = settings.accumulation() == AccumulationMode.DISCARDING && !firesOnce;
  }

  TriggerContext triggerContext(WindowRecord record, SlicedStep<A, O> step) {
    return new TriggerContext(
        windows.maxTimestampOf(record.window()),
        step.watermarkMillis(),
        step.processingTimeMillis(),
        record);
  }

  /** Whether {@code record} takes no further element. */
  boolean isClosed(WindowRecord record) {
    return machine.isFinished(record.trigger());
  }

  /**
   * Wakes a window: it fires if its trigger wants to, and for the last time if it has expired.
   *
   * @return whether the window has expired, so that its record is of no use any more
   */
  boolean wake(WindowRecord record, SlicedStep<A, O> step) {
    if (step.watermarkMillis() > spec.expiryOf(record.window())) {
      if (!isClosed(record)) {
        emit(record, true, step);
      }
      return true;
    }
    if (step.watermarkMillis() > windows.maxTimestampOf(record.window())) {
      record.setWaitsForEnd(false);
    }
    if (!isClosed(record)) {
      fireIfReady(record, step);
    }
    return false;
  }

  /** Fires an open window if its trigger wants to. */
  void fireIfReady(WindowRecord record, SlicedStep<A, O> step) {
    TriggerContext context = triggerContext(record, step);
    if (machine.shouldFire(record.trigger(), context)) {
      machine.onFire(record.trigger(), context);
      step.markFired();
      emit(record, isClosed(record), step);
      record.setHasNewElements(false);
      record.forgetLeftOverTimers(machine);
      if (tellsFiringsApart && !isClosed(record)) {
        record.setLastFiring(step.firingSequence());
        step.markCut();
      }
    }
  }

  private void emit(WindowRecord record, boolean isLast, SlicedStep<A, O> step) {
    long maxTimestamp = windows.maxTimestampOf(record.window());
    long timestamp = Math.min(record.hold(), maxTimestamp);
    record.setHold(WindowRecord.NO_HOLD);
    PaneTiming timing =
        PaneHistory.nextTiming(
            record.lastPane(), maxTimestamp, step.watermarkMillis(), step.outputWatermarkMillis());
    if (!shouldEmit(record, isLast, timing)) {
      return;
    }
    Folded<A> current = fold(record, shownBy(record), step);
    O value = function.extract(current.accumulator());
    if (isLeftOut(record, timing, value, step)) {
      return;
    }
    boolean isFirst = record.lastPane() == null;
    PaneHistory pane = PaneHistory.next(record.lastPane(), timing);
    record.setLastPane(pane);
    FiredPane<O> next =
        new FiredPane<>(
            spec.index(),
            windows.windowAt(record.window()),
            value,
            timing,
            pane.index(),
            pane.nonSpeculativeIndex(),
            isFirst,
            isLast,
            timestamp,
            false,
            current.merges());
    if (!isFirst && settings.accumulation() == AccumulationMode.RETRACTING) {
      Folded<A> earlier = fold(record, LabelRange.upTo(record.lastFiring()), step);
      step.emit(next.retracting(function.extract(earlier.accumulator()), earlier.merges()));
    }
    step.emit(next);
  }

  /** Whether a pane with {@code value} would repeat what is shown, and so is not wanted. */
  private boolean isLeftOut(
      WindowRecord record, PaneTiming timing, O value, SlicedStep<A, O> step) {
    Repeats repeats = settings.emission().repeats();
    PaneHistory last = record.lastPane();
    if (repeats == Repeats.EMITTED) {
      return false;
    }
    if (last == null) {
      // what a discarding window leaves out it would never show
      return repeats == Repeats.LEFT_OUT
          && !discardsShown
          && repeatsSmallerWindow(record, value, step);
    }
    // all panes before an on-time one were early
    boolean isOnTime = timing == PaneTiming.ON_TIME;
    return (repeats == Repeats.LEFT_OUT || isOnTime) && repeatsLastPane(record, value, step);
  }

  private boolean repeatsLastPane(WindowRecord record, O value, SlicedStep<A, O> step) {
    if (settings.accumulation() == AccumulationMode.DISCARDING) {
      return !record.hasNewElements();
    }
    // without a label, the last pane is from before panes were compared
    return record.lastFiring() != LabelRange.BEFORE_ALL
        && Objects.deepEquals(
            value,
            function.extract(
                fold(record, LabelRange.upTo(record.lastFiring()), step).accumulator()));
  }

  /** Whether the window that has grown into this one shows the same. */
  private boolean repeatsSmallerWindow(WindowRecord record, O value, SlicedStep<A, O> step) {
    long smaller = windows.grownFrom(record.window());
    return smaller != WindowPlan.NO_WINDOW
        && smaller > step.specState().lastMissingWindow()
        && step.slices().firstSliceFrom(windows.startOf(smaller)) <= windows.maxTimestampOf(smaller)
        && Objects.deepEquals(
            value, function.extract(fold(smaller, LabelRange.ALL, step).accumulator()));
  }

  private LabelRange shownBy(WindowRecord record) {
    return settings.accumulation() == AccumulationMode.DISCARDING
        ? LabelRange.after(record.lastFiring())
        : LabelRange.ALL;
  }

  private boolean shouldEmit(WindowRecord record, boolean isLast, PaneTiming timing) {
    return record.hasNewElements()
        || (record.lastPane() == null && settings.emission().fills())
        || (timing == PaneTiming.ON_TIME && settings.onTime() == FiringBehavior.FIRE_ALWAYS)
        || (isLast && settings.closing() == FiringBehavior.FIRE_ALWAYS);
  }

  private Folded<A> fold(WindowRecord record, LabelRange labels, SlicedStep<A, O> step) {
    return fold(record.window(), labels, step);
  }

  private Folded<A> fold(long window, LabelRange labels, SlicedStep<A, O> step) {
    return fold.fold(
        step.slices(),
        windows.startOf(window),
        windows.maxTimestampOf(window) + 1,
        labels,
        function);
  }
}
