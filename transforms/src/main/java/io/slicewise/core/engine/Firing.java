package io.slicewise.core.engine;

import io.slicewise.core.pane.FiredPane;
import java.util.ArrayList;
import java.util.List;

/** What one event does to a key: its clocks, and the panes so far. */
final class Firing<A, O> {
  private final KeyState<A> state;
  private final Clocks clocks;
  private final long outputWatermarkMillis;
  private List<FiredPane<O>> panes = List.of();
  private boolean cut;

  Firing(KeyState<A> state, Clocks clocks, long outputWatermarkMillis) {
    this.state = state;
    this.clocks = clocks;
    this.outputWatermarkMillis = outputWatermarkMillis;
  }

  KeyState<A> state() {
    return state;
  }

  Clocks clocks() {
    return clocks;
  }

  /** The output watermark of the key before the event: what the timing of panes depends on. */
  long outputWatermarkMillis() {
    return outputWatermarkMillis;
  }

  List<FiredPane<O>> panes() {
    return panes;
  }

  void emit(FiredPane<O> pane) {
    if (panes.isEmpty()) {
      panes = new ArrayList<>();
    }
    panes.add(pane);
  }

  /** Notes that a window has discarded what it showed. */
  void markCut() {
    cut = true;
  }

  /**
   * Starts a new firing sequence number if a window has discarded, so that later elements differ.
   */
  void close() {
    if (cut) {
      state.setFiringSequence(state.firingSequence() + 1);
    }
  }
}
