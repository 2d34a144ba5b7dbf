package io.slicewise.core.engine;

import io.slicewise.core.pane.FiredPane;
import java.util.List;
import java.util.function.Consumer;

/** A {@link Step} being made: the key, what time it is, and where panes go. */
final class StepBuilder<A, O> {
  private final KeyState<A> state;
  private final Clocks clocks;
  private final TimerRequest pendingBefore;
  private final Consumer<FiredPane<O>> panes;
  private long outputWatermarkMillis;
  private long expiredWindows;
  private long closedWindows;
  private boolean fired;
  private boolean cut;
  private boolean changed;

  StepBuilder(
      KeyState<A> state, Clocks clocks, TimerRequest pendingBefore, Consumer<FiredPane<O>> panes) {
    this.state = state;
    this.clocks = clocks;
    this.pendingBefore = pendingBefore;
    this.panes = panes;
  }

  KeyState<A> state() {
    return state;
  }

  long watermarkMillis() {
    return clocks.watermarkMillis();
  }

  long processingTimeMillis() {
    return clocks.processingTimeMillis();
  }

  /** The output watermark of the key before the event: what the timing of panes depends on. */
  long outputWatermarkMillis() {
    return outputWatermarkMillis;
  }

  void setOutputWatermark(long millis) {
    this.outputWatermarkMillis = millis;
  }

  void emit(FiredPane<O> pane) {
    panes.accept(pane);
  }

  void setExpiredWindows(long count) {
    expiredWindows = count;
  }

  void addClosedWindow() {
    closedWindows++;
  }

  long closedWindows() {
    return closedWindows;
  }

  void markChanged() {
    changed = true;
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
    changed = true;
    if (cut) {
      state.setFiringSequence(state.firingSequence() + 1);
      cut = false;
    }
  }

  /** The step after an element; timers that are set already are not asked for again. */
  Step<O> build(ElementOutcome outcome, TimerRequest pending) {
    TimerRequest request = pending.equals(pendingBefore) ? TimerRequest.NOTHING : pending;
    return new Step<>(List.of(), outcome, expiredWindows, closedWindows, request, changed);
  }

  /** The step after a timer, which must be set again if it is still wanted. */
  Step<O> buildAfterTimer(TimerRequest pending) {
    return new Step<>(List.of(), ElementOutcome.NO_ELEMENT, 0, 0, pending, true);
  }
}
