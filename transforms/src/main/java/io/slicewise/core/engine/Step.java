package io.slicewise.core.engine;

import io.slicewise.core.pane.FiredPane;
import java.util.List;

/**
 * What should happen after an event of one key; the engine itself does nothing of it.
 *
 * @param panes the panes to emit, in order of window; none if they were taken as they fired
 * @param outcome what became of the element, if the event was one
 * @param expiredWindows for how many windows the element came too late
 * @param closedWindows for how many windows the element was ignored as their trigger has finished
 * @param timers the timers to set
 * @param stateChanged whether the key's state must be written
 * @param <O> the type of the aggregates
 */
public record Step<O>(
    List<FiredPane<O>> panes,
    ElementOutcome outcome,
    long expiredWindows,
    long closedWindows,
    TimerRequest timers,
    boolean stateChanged) {

  /** This step with {@code panes}. */
  Step<O> withPanes(List<FiredPane<O>> newPanes) {
    return new Step<>(newPanes, outcome, expiredWindows, closedWindows, timers, stateChanged);
  }
}
