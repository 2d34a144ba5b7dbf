package io.slicewise.core.trailing;

import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.engine.WindowGroup;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.TrailingWindows;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * {@link TrailingWindows}: each fires when it ends, and again at once for each late element.
 *
 * <p>Cost of an element that is not late: one addition to the partial of its timestamp. Cost of a
 * pane: about {@code 2 sqrt(n)} merges for {@code n} timestamps in the window; retracting, twice
 * that for a late one.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <O> the type of the aggregates
 */
public final class TrailingWindowGroup<V, A, O> implements WindowGroup<V, TrailingState<A>, O> {
  private final TrailingWindows windows;
  private final TrailingEnds ends;
  private final TrailingPanes<V, A, O> panes;
  private final boolean closing;

  /**
   * Windows of one transform.
   *
   * @throws IllegalArgumentException if {@code spec} asks for what these windows do not have
   */
  public TrailingWindowGroup(
      int windowSpec,
      WindowingSpec spec,
      TrailingWindows windows,
      AggregateFunction<V, A, O> function) {
    check(spec);
    this.windows = windows;
    this.ends = new TrailingEnds(windows, spec.allowedLatenessMillis());
    this.panes = new TrailingPanes<>(windowSpec, windows, spec.accumulation(), function);
    this.closing = spec.closing() == FiringBehavior.FIRE_ALWAYS;
  }

  /**
   * Checks that trailing windows can be had with {@code spec}.
   *
   * @throws IllegalArgumentException if not
   */
  public static void check(WindowingSpec spec) {
    if (!(spec.trigger() instanceof TriggerSpec.DefaultTrigger)) {
      throw new IllegalArgumentException(
          "trigger: trailing windows must have the default trigger but had "
              + spec.trigger()
              + ". Leave the trigger out, or use sliding windows.");
    }
    if (spec.timestampCombiner() != TimestampCombiner.END_OF_WINDOW) {
      throw new IllegalArgumentException(
          "timestampCombiner: trailing windows must have END_OF_WINDOW but had "
              + spec.timestampCombiner()
              + ". Leave it out, and use the latest timestamp as part of the aggregate.");
    }
    if (spec.assignment() != Assignment.TIMESTAMP) {
      throw new IllegalArgumentException(
          "assignment: trailing windows must go by TIMESTAMP but had "
              + spec.assignment()
              + ". Use fixed windows to go by stream time.");
    }
  }

  @Override
  public TrailingState<A> newState() {
    return new TrailingState<>();
  }

  @Override
  public boolean usesProcessingTime() {
    return false;
  }

  @Override
  public void onProcessingTime(TrailingState<A> state, StepBuilder<O> step) {
    // no trigger looks at it
  }

  @Override
  public TimerRequest pending(TrailingState<A> state) {
    return state.wakeTime() == TimerRequest.NONE
        ? TimerRequest.NOTHING
        : new TimerRequest(state.wakeTime(), state.wakeTime(), TimerRequest.NONE);
  }

  @Override
  public long expiryOf(long timestampMillis) {
    return ends.expiryOf(windows.timestampOf(timestampMillis) + windows.sizeMillis());
  }

  @Override
  public ElementOutcome onElement(
      TrailingState<A> state, V value, long timestampMillis, StepBuilder<O> step) {
    if (step.watermarkMillis() > expiryOf(timestampMillis)) {
      return ElementOutcome.TOO_LATE;
    }
    step.markChanged();
    long timestamp = windows.timestampOf(timestampMillis);
    if (timestamp >= step.watermarkMillis()) {
      panes.add(state, timestamp, value);
      state.setWakeTime(Math.min(state.wakeTime(), timestamp));
    } else {
      addLate(state, timestamp, value, step);
    }
    return ElementOutcome.ACCEPTED;
  }

  /** Adds an element for which windows are over: those with it fire, and those it opens. */
  private void addLate(TrailingState<A> state, long timestamp, V value, StepBuilder<O> step) {
    long watermark = step.watermarkMillis();
    state.partials().removeBefore(ends.firstNeeded(watermark));
    long earliest = Math.max(timestamp, ends.firstUnexpired(watermark));
    long lastWithIt = timestamp + windows.sizeMillis();
    // the window that starts after the element is without it, but the element may open it
    long latest = Math.min(windows.endAfter(timestamp), watermark - 1);
    NavigableMap<Long, Shown<A>> before = new TreeMap<>();
    long end = ends.firstFrom(earliest, state.partials());
    for (; end <= latest; end = ends.firstFrom(end + 1, state.partials())) {
      before.put(end, panes.shown(state, end));
    }
    panes.add(state, timestamp, value);
    end = ends.firstFrom(earliest, state.partials());
    for (; end <= latest; end = ends.firstFrom(end + 1, state.partials())) {
      Shown<A> shown = before.get(end);
      if (shown == null) {
        panes.emitFirst(state, end, PaneTiming.LATE, false, step);
      } else if (end <= lastWithIt) {
        panes.emitLate(state, end, shown, value, step);
      }
    }
    setWakeTime(state, watermark);
  }

  @Override
  public void onWatermark(TrailingState<A> state, StepBuilder<O> step) {
    long previous = step.previousWatermarkMillis();
    long watermark = step.watermarkMillis();
    long firstOpenBefore = ends.firstOpen(previous);
    if (closing) {
      close(state, ends.firstUnexpired(previous), firstOpenBefore, step);
    }
    long end = ends.firstFrom(firstOpenBefore, state.partials());
    while (end != TrailingEnds.NONE && windows.maxTimestampOf(end) < watermark) {
      boolean isLast = ends.expiryOf(end) < watermark;
      panes.emitFirst(state, end, PaneTiming.ON_TIME, isLast, step);
      end = ends.firstFrom(end + 1, state.partials());
    }
    state.partials().removeBefore(ends.firstNeeded(watermark));
    state.paneCounts().headMap(ends.firstUnexpired(watermark), false).clear();
    setWakeTime(state, watermark);
  }

  /** Gives the windows that have fired and now expire a last pane without news. */
  private void close(TrailingState<A> state, long from, long firstOpen, StepBuilder<O> step) {
    long end = ends.firstFrom(from, state.partials());
    while (end < firstOpen && ends.expiryOf(end) < step.watermarkMillis()) {
      panes.emitClosing(state, end, step);
      end = ends.firstFrom(end + 1, state.partials());
    }
  }

  /** Wakes the key when a window ends; when none will, to forget the rest. */
  private void setWakeTime(TrailingState<A> state, long watermark) {
    PartialsByTime<A> partials = state.partials();
    if (partials.isEmpty()) {
      state.setWakeTime(TimerRequest.NONE);
      return;
    }
    long end = ends.firstFrom(ends.firstOpen(watermark), partials);
    long wakeTime =
        end == TrailingEnds.NONE
            ? ends.expiryOf(windows.endAfter(partials.last()))
            : windows.maxTimestampOf(end);
    if (closing) {
      long unexpired = ends.firstFrom(ends.firstUnexpired(watermark), partials);
      wakeTime =
          unexpired == TrailingEnds.NONE ? wakeTime : Math.min(wakeTime, ends.expiryOf(unexpired));
    }
    state.setWakeTime(wakeTime);
  }
}
