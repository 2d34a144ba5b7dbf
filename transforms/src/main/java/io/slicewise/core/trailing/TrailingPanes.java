package io.slicewise.core.trailing;

import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.window.TrailingWindows;

/** Makes the panes of trailing windows. */
final class TrailingPanes<V, A, O> {
  private final int windowSpec;
  private final TrailingWindows windows;
  private final AccumulationMode accumulation;
  private final AggregateFunction<V, A, O> function;

  TrailingPanes(
      int windowSpec,
      TrailingWindows windows,
      AccumulationMode accumulation,
      AggregateFunction<V, A, O> function) {
    this.windowSpec = windowSpec;
    this.windows = windows;
    this.accumulation = accumulation;
    this.function = function;
  }

  void add(TrailingState<A> state, long timestamp, V value) {
    state.partials().add(timestamp, value, function);
  }

  /** What the window known by {@code end}, which has fired, shows now. */
  Shown<A> shown(TrailingState<A> state, long end) {
    boolean takenBack = accumulation == AccumulationMode.RETRACTING;
    return new Shown<>(takenBack ? fold(state, end) : null);
  }

  /** Emits the first pane of a window: all that is kept inside it. */
  void emitFirst(
      TrailingState<A> state, long end, PaneTiming timing, boolean isLast, StepBuilder<O> step) {
    step.emit(pane(end, timing, 0, isLast, false, fold(state, end)));
  }

  /** Emits a later pane of a window, for a late element. */
  void emitLate(TrailingState<A> state, long end, Shown<A> shown, V value, StepBuilder<O> step) {
    Folded<A> current =
        accumulation == AccumulationMode.DISCARDING
            ? new Folded<>(function.add(function.create(), value), 0)
            : fold(state, end);
    emitLater(state, end, false, shown, current, step);
  }

  /** Emits the last pane of a window that expires without news. */
  void emitClosing(TrailingState<A> state, long end, StepBuilder<O> step) {
    Folded<A> current =
        accumulation == AccumulationMode.DISCARDING
            ? new Folded<>(function.create(), 0)
            : fold(state, end);
    emitLater(state, end, true, shown(state, end), current, step);
  }

  private void emitLater(
      TrailingState<A> state,
      long end,
      boolean isLast,
      Shown<A> shown,
      Folded<A> current,
      StepBuilder<O> step) {
    long index = state.paneCount(end);
    state.setPaneCount(end, index + 1);
    if (shown.folded() != null) {
      step.emit(pane(end, PaneTiming.LATE, index, false, true, shown.folded()));
    }
    step.emit(pane(end, PaneTiming.LATE, index, isLast, false, current));
  }

  private Folded<A> fold(TrailingState<A> state, long end) {
    return state.partials().fold(end - windows.sizeMillis(), end, function);
  }

  private FiredPane<O> pane(
      long end,
      PaneTiming timing,
      long index,
      boolean isLast,
      boolean isRetraction,
      Folded<A> folded) {
    return new FiredPane<>(
        windowSpec,
        windows.windowAt(end),
        function.extract(folded.accumulator()),
        timing,
        index,
        index,
        index == 0,
        isLast,
        windows.maxTimestampOf(end),
        isRetraction,
        folded.merges());
  }
}
