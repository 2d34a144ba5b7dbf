package io.slicewise.core.session;

import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.engine.WindowGroup;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The sessions of a key.
 *
 * <p>Cost of an element: a search among the sessions of the key that have not expired, one addition
 * to one accumulator, and one merge for each two sessions that become one.
 *
 * <p>A trigger that finishes ends the session: an element that comes after starts a new one.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <O> the type of the aggregates
 */
public final class SessionGroup<V, A, O> implements WindowGroup<V, SessionState<A>, O> {
  private final WindowingSpec spec;
  private final SessionWindows windows;
  private final AggregateFunction<V, A, O> function;
  private final TriggerMachine machine;
  private final SessionMerge<A> merge;
  private final SessionFiring<A, O> firing;

  /**
   * Sessions of {@code windows}, for the rest as in {@code spec}.
   *
   * @param index of {@code spec} among the specifications of the aggregation
   */
  public SessionGroup(
      int index, WindowingSpec spec, SessionWindows windows, AggregateFunction<V, A, O> function) {
    this.spec = spec;
    this.windows = windows;
    this.function = function;
    this.machine = TriggerMachine.forMergingWindows(spec.trigger());
    this.merge = new SessionMerge<>(spec, windows, machine, function);
    this.firing = new SessionFiring<>(index, spec, machine, function);
  }

  @Override
  public SessionState<A> newState() {
    return new SessionState<>();
  }

  @Override
  public boolean usesProcessingTime() {
    return machine.usesProcessingTime();
  }

  @Override
  public ElementOutcome onElement(
      SessionState<A> state, V value, long timestampMillis, StepBuilder<O> builder) {
    TimeWindow own = windows.windowOf(timestampMillis);
    // asked before merging: a long session does not make an old element welcome
    if (expiryOf(own) < builder.watermarkMillis()) {
      builder.addExpiredWindows(1);
      return ElementOutcome.TOO_LATE;
    }
    SessionStep<O> step = begin(state, builder);
    Session<A> session = merge.sessionOf(own, state, step);
    session.setHasNewElements(true);
    addHold(session, timestampMillis, step);
    session.content().add(value, function);
    machine.onElement(session.trigger(), step.triggerContext(session));
    if (firing.fireIfReady(session, step)) {
      state.sessions().remove(session);
    }
    builder.markChanged();
    return ElementOutcome.ACCEPTED;
  }

  @Override
  public void onWatermark(SessionState<A> state, StepBuilder<O> builder) {
    SessionStep<O> step = begin(state, builder);
    List<Session<A>> over = state.over(builder.watermarkMillis());
    List<Session<A>> left = new ArrayList<>(over.size());
    for (Session<A> session : over) {
      if (!isEndedByWatermark(session, step)) {
        left.add(session);
      }
    }
    over.clear();
    state.sessions().addAll(0, left);
  }

  @Override
  public void onProcessingTime(SessionState<A> state, StepBuilder<O> builder) {
    SessionStep<O> step = begin(state, builder);
    Iterator<Session<A>> sessions = state.sessions().iterator();
    while (sessions.hasNext()) {
      Session<A> session = sessions.next();
      if (session.takeProcessingTimersBefore(builder.processingTimeMillis())
          && firing.fireIfReady(session, step)) {
        sessions.remove();
      }
    }
  }

  @Override
  public TimerRequest pending(SessionState<A> state) {
    long eventTime = state.nextEventTime(this::expiryOf);
    long hold = state.earliestHold();
    if (spec.accumulation() == AccumulationMode.RETRACTING) {
      hold = Math.min(hold, state.earliestWithdrawal());
    }
    long processingTime =
        machine.usesProcessingTime() ? state.nextProcessingTime() : TimerRequest.NONE;
    return new TimerRequest(eventTime, Math.min(eventTime, hold), processingTime);
  }

  @Override
  public long expiryOf(long timestampMillis) {
    return expiryOf(windows.windowOf(timestampMillis));
  }

  private long expiryOf(TimeWindow window) {
    return TimeBounds.plusWithinTime(window.maxTimestamp(), spec.allowedLatenessMillis());
  }

  /**
   * Starts with the output watermark of the key before the event: the least of the input watermark,
   * the timestamp holds and the event-time timers.
   */
  private SessionStep<O> begin(SessionState<A> state, StepBuilder<O> builder) {
    long held = Math.min(state.nextEventTime(this::expiryOf), state.earliestHold());
    return new SessionStep<>(builder, Math.min(builder.watermarkMillis(), held));
  }

  /** Lets an element decide the timestamp of the next pane, if it is not too late for that. */
  private void addHold(Session<A> session, long timestampMillis, SessionStep<O> step) {
    TimestampCombiner combiner = spec.timestampCombiner();
    long maxTimestamp = session.window().maxTimestamp();
    long hold = combiner == TimestampCombiner.END_OF_WINDOW ? maxTimestamp : timestampMillis;
    boolean tooLate = hold < step.outputWatermarkMillis() || maxTimestamp < step.watermarkMillis();
    if (!tooLate) {
      session.setHold(SliceStore.combine(combiner, session.hold(), hold));
    }
  }

  private boolean isEndedByWatermark(Session<A> session, SessionStep<O> step) {
    if (step.watermarkMillis() > expiryOf(session.window())) {
      firing.emit(session, true, step);
      return true;
    }
    boolean over = step.watermarkMillis() > session.window().maxTimestamp();
    if (over && session.waitsForEnd()) {
      session.setWaitsForEnd(false);
      return firing.fireIfReady(session, step);
    }
    return false;
  }
}
