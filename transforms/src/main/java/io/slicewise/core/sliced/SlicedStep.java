package io.slicewise.core.sliced;

import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.slice.SliceStore;

/** An event of a key at work on the windows of one specification. */
final class SlicedStep<A, O> {
  private final SlicedState<A> state;
  private final SpecState specState;
  private final StepBuilder<O> step;
  private final long outputWatermarkMillis;
  private boolean fired;
  private boolean cut;

  SlicedStep(
      SlicedState<A> state, SpecState specState, StepBuilder<O> step, long outputWatermarkMillis) {
    this.state = state;
    this.specState = specState;
    this.step = step;
    this.outputWatermarkMillis = outputWatermarkMillis;
  }

  SliceStore<A> slices() {
    return state.slices();
  }

  SpecState specState() {
    return specState;
  }

  long firingSequence() {
    return state.firingSequence();
  }

  long watermarkMillis() {
    return step.watermarkMillis();
  }

  long previousWatermarkMillis() {
    return step.previousWatermarkMillis();
  }

  long processingTimeMillis() {
    return step.processingTimeMillis();
  }

  /**
   * The output watermark of the key before the event, for these windows: what the timing of panes
   * depends on.
   */
  long outputWatermarkMillis() {
    return outputWatermarkMillis;
  }

  void emit(FiredPane<O> pane) {
    step.emit(pane);
  }

  void addExpiredWindows(long count) {
    step.addExpiredWindows(count);
  }

  void addClosedWindow() {
    step.addClosedWindows(1);
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
