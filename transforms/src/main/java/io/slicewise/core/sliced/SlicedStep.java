package io.slicewise.core.sliced;

import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.pane.FiredPane;

/** An event of a key at work on its slices and windows. */
final class SlicedStep<A, O> {
  private final SlicedState<A> state;
  private final StepBuilder<O> step;
  private final long outputWatermarkMillis;
  private boolean fired;
  private boolean cut;
  private boolean closedWindows;

  SlicedStep(SlicedState<A> state, StepBuilder<O> step, long outputWatermarkMillis) {
    this.state = state;
    this.step = step;
    this.outputWatermarkMillis = outputWatermarkMillis;
  }

  SlicedState<A> state() {
    return state;
  }

  long watermarkMillis() {
    return step.watermarkMillis();
  }

  long processingTimeMillis() {
    return step.processingTimeMillis();
  }

  /** The output watermark of the key before the event: what the timing of panes depends on. */
  long outputWatermarkMillis() {
    return outputWatermarkMillis;
  }

  void emit(FiredPane<O> pane) {
    step.emit(pane);
  }

  void addExpiredWindows(long count) {
    step.addExpiredWindows(count);
  }

  /** Notes that a window of the element takes none any more, as its trigger has finished. */
  void addClosedWindow() {
    closedWindows = true;
    step.addClosedWindows(1);
  }

  boolean hasClosedWindows() {
    return closedWindows;
  }

  /** Notes that a window has fired, whether or not it emitted a pane. */
  void markFired() {
    fired = true;
  }

  boolean hasFired() {
    return fired;
  }

  /** Notes that a window must tell what comes from what it has shown. */
  void markCut() {
    cut = true;
  }

  /**
   * Ends a round of firings: if a window asks for it, elements from now on are told apart from
   * those before.
   */
  void endFirings() {
    step.markChanged();
    if (cut) {
      state.setFiringSequence(state.firingSequence() + 1);
      cut = false;
    }
  }
}
