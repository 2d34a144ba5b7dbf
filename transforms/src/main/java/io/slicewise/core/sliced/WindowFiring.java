package io.slicewise.core.sliced;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.slice.LabelRange;
import io.slicewise.core.slice.WindowFold;
import io.slicewise.core.trigger.TriggerContext;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.core.window.WindowPlan;

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
      forgetLeftOverTimers(record);
      if (settings.accumulation() != AccumulationMode.ACCUMULATING && !isClosed(record)) {
        record.setLastFiring(step.firingSequence());
        step.markCut();
      }
    }
  }

  private void forgetLeftOverTimers(WindowRecord record) {
    if (record.processingTimers().length > 0) {
      long[] targets = machine.currentTargets(record.trigger());
      if (targets != null) {
        record.setProcessingTimers(targets);
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
    boolean isFirst = record.lastPane() == null;
    PaneHistory pane = PaneHistory.next(record.lastPane(), timing);
    record.setLastPane(pane);
    TimeWindow window = windows.windowAt(record.window());
    if (!isFirst && settings.accumulation() == AccumulationMode.RETRACTING) {
      Folded<A> earlier = fold(record, LabelRange.upTo(record.lastFiring()), step);
      step.emit(pane(window, pane, false, false, timestamp, true, earlier));
    }
    Folded<A> current = fold(record, shownBy(record), step);
    step.emit(pane(window, pane, isFirst, isLast, timestamp, false, current));
  }

  private FiredPane<O> pane(
      TimeWindow window,
      PaneHistory pane,
      boolean isFirst,
      boolean isLast,
      long timestamp,
      boolean isRetraction,
      Folded<A> folded) {
    return new FiredPane<>(
        spec.index(),
        window,
        function.extract(folded.accumulator()),
        pane.timing(),
        pane.index(),
        pane.nonSpeculativeIndex(),
        isFirst,
        isLast,
        timestamp,
        isRetraction,
        folded.merges());
  }

  private LabelRange shownBy(WindowRecord record) {
    return settings.accumulation() == AccumulationMode.DISCARDING
        ? LabelRange.after(record.lastFiring())
        : LabelRange.ALL;
  }

  private boolean shouldEmit(WindowRecord record, boolean isLast, PaneTiming timing) {
    return record.hasNewElements()
        || (timing == PaneTiming.ON_TIME && settings.onTime() == FiringBehavior.FIRE_ALWAYS)
        || (isLast && settings.closing() == FiringBehavior.FIRE_ALWAYS);
  }

  private Folded<A> fold(WindowRecord record, LabelRange labels, SlicedStep<A, O> step) {
    return fold.fold(
        step.slices(),
        windows.startOf(record.window()),
        windows.maxTimestampOf(record.window()) + 1,
        labels,
        function);
  }
}
