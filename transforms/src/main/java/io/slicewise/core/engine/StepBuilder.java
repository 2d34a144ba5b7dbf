package io.slicewise.core.engine;

import io.slicewise.core.pane.FiredPane;
import java.util.List;
import java.util.function.Consumer;

/**
 * A {@link Step} being made: what time it is, and where the {@link WindowGroup}s of the key say
 * what should happen.
 */
public final class StepBuilder<O> {
  private final Clocks clocks;
  private final TimerRequest pendingBefore;
  private final Consumer<FiredPane<O>> panes;
  private long previousWatermarkMillis;
  private long expiredWindows;
  private long closedWindows;
  private boolean changed;

  StepBuilder(
      long previousWatermarkMillis,
      Clocks clocks,
      TimerRequest pendingBefore,
      Consumer<FiredPane<O>> panes) {
    this.previousWatermarkMillis = previousWatermarkMillis;
    this.clocks = clocks;
    this.pendingBefore = pendingBefore;
    this.panes = panes;
  }

  /** The watermark; never behind what the key has seen before. */
  public long watermarkMillis() {
    return clocks.watermarkMillis();
  }

  /** The watermark up to which everything that is due has been done. */
  public long previousWatermarkMillis() {
    return previousWatermarkMillis;
  }

  void watermarkIsDealtWith() {
    previousWatermarkMillis = clocks.watermarkMillis();
  }

  /** The processing time. */
  public long processingTimeMillis() {
    return clocks.processingTimeMillis();
  }

  /** Emits a pane. */
  public void emit(FiredPane<O> pane) {
    panes.accept(pane);
  }

  /** Notes for how many windows the element came too late. */
  public void addExpiredWindows(long count) {
    expiredWindows += count;
  }

  /** Notes for how many windows the element was ignored as their trigger has finished. */
  public void addClosedWindows(long count) {
    closedWindows += count;
  }

  /** Notes that the state of the key must be written. */
  public void markChanged() {
    changed = true;
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
