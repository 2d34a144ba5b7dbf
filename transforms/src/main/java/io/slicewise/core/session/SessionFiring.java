package io.slicewise.core.session;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.trigger.TriggerContext;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.TimeWindow;

/**
 * Fires sessions: asks the trigger, describes the pane, and withdraws what it replaces.
 *
 * @see "org.apache.beam.runners.core.ReduceFnRunner, onTimers and onTrigger"
 */
final class SessionFiring<A, O> {
  private final int specIndex;
  private final WindowingSpec spec;
  private final TriggerMachine machine;
  private final AggregateFunction<?, A, O> function;

  SessionFiring(
      int specIndex,
      WindowingSpec spec,
      TriggerMachine machine,
      AggregateFunction<?, A, O> function) {
    this.specIndex = specIndex;
    this.spec = spec;
    this.machine = machine;
    this.function = function;
  }

  /**
   * Fires a session if its trigger wants to.
   *
   * @return whether its trigger has finished, so that the session is no more
   */
  boolean fireIfReady(Session<A> session, SessionStep<O> step) {
    TriggerContext context = step.triggerContext(session);
    if (!machine.shouldFire(session.trigger(), context)) {
      return false;
    }
    machine.onFire(session.trigger(), context);
    boolean finished = machine.isFinished(session.trigger());
    emit(session, finished, step);
    session.setHasNewElements(false);
    if (spec.accumulation() == AccumulationMode.DISCARDING) {
      session.content().clear();
    }
    session.forgetLeftOverTimers(machine);
    return finished;
  }

  /** Gives the next pane of a session, if there is one to give. */
  void emit(Session<A> session, boolean isLast, SessionStep<O> step) {
    long maxTimestamp = session.window().maxTimestamp();
    long timestamp = Math.min(session.hold(), maxTimestamp);
    session.setHold(Session.NO_HOLD);
    PaneTiming timing =
        PaneHistory.nextTiming(
            session.lastPane(), maxTimestamp, step.watermarkMillis(), step.outputWatermarkMillis());
    if (!shouldEmit(session, isLast, timing)) {
      return;
    }
    boolean isFirst = session.lastPane() == null;
    PaneHistory pane = PaneHistory.next(session.lastPane(), timing);
    session.setLastPane(pane);
    withdrawShown(session, pane, isFirst, timestamp, step);
    Folded<A> folded = session.content().fold(function);
    if (spec.accumulation() == AccumulationMode.RETRACTING) {
      session.content().markShown(session.window(), folded.accumulator(), function);
    }
    step.builder().emit(pane(session.window(), pane, isFirst, isLast, timestamp, false, folded));
  }

  /**
   * Withdraws the session's pane before, and those of the sessions that it is made of.
   *
   * @param isFirst of the new pane: in Beam only a first pane may have the index 0
   */
  private void withdrawShown(
      Session<A> session, PaneHistory pane, boolean isFirst, long timestamp, SessionStep<O> step) {
    for (SessionContent.Part<A> part : session.content().parts()) {
      if (part.isShown()) {
        TimeWindow window = part.shownIn();
        Folded<A> earlier = new Folded<>(part.partial().copy(function), 1);
        // nothing may be later than its window
        long withdrawn = Math.min(timestamp, window.maxTimestamp());
        step.builder().emit(pane(window, pane, isFirst, false, withdrawn, true, earlier));
      }
    }
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
        specIndex,
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

  private boolean shouldEmit(Session<A> session, boolean isLast, PaneTiming timing) {
    return session.hasNewElements()
        || (timing == PaneTiming.ON_TIME && spec.onTime() == FiringBehavior.FIRE_ALWAYS)
        || (isLast && spec.closing() == FiringBehavior.FIRE_ALWAYS);
  }
}
