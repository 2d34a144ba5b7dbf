package io.slicewise.core.session;

import io.slicewise.core.engine.GroupState;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.window.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The sessions of one key that have not expired, in order of time. No two of them overlap, or touch
 * if the gap is inclusive.
 *
 * @param <A> the type of the accumulators
 */
public final class SessionState<A> implements GroupState {
  private final List<Session<A>> sessions = new ArrayList<>();

  SessionState() {}

  @Override
  public boolean isEmpty() {
    return sessions.isEmpty();
  }

  @Override
  public int liveSlices() {
    int count = 0;
    for (Session<A> session : sessions) {
      count += session.content().parts().size();
    }
    return count;
  }

  List<Session<A>> sessions() {
    return sessions;
  }

  /** The sessions that are over, as a view that may be cleared. */
  List<Session<A>> over(long watermarkMillis) {
    int count = 0;
    while (count < sessions.size()
        && sessions.get(count).window().maxTimestamp() < watermarkMillis) {
      count++;
    }
    return sessions.subList(0, count);
  }

  // Sessions are in order of time and do not overlap, so the first that has one has the earliest.

  /** The earliest end that a trigger waits for, or expiry, or {@link TimerRequest#NONE}. */
  long nextEventTime(ToLongFunction<TimeWindow> expiry) {
    if (sessions.isEmpty()) {
      return TimerRequest.NONE;
    }
    long next = expiry.applyAsLong(sessions.get(0).window());
    for (Session<A> session : sessions) {
      long maxTimestamp = session.window().maxTimestamp();
      if (maxTimestamp >= next) {
        return next;
      }
      if (session.waitsForEnd()) {
        return maxTimestamp;
      }
    }
    return next;
  }

  /** The earliest timestamp hold of any session, or {@link TimerRequest#NONE}. */
  long earliestHold() {
    for (Session<A> session : sessions) {
      if (session.hold() != Session.NO_HOLD) {
        return session.hold();
      }
    }
    return TimerRequest.NONE;
  }

  /**
   * The last instant of the earliest session that was shown and has become part of another, which
   * will withdraw it; or {@link TimerRequest#NONE}. The withdrawal would come after its window has
   * expired downstream if the output watermark went on.
   */
  long earliestWithdrawal() {
    for (Session<A> session : sessions) {
      TimeWindow shown = session.content().firstShownElsewhere(session.window());
      if (shown != null) {
        return shown.maxTimestamp();
      }
    }
    return TimerRequest.NONE;
  }

  /** The earliest processing time that a trigger waits for, or {@link TimerRequest#NONE}. */
  long nextProcessingTime() {
    long next = TimerRequest.NONE;
    for (Session<A> session : sessions) {
      if (session.processingTimers().length > 0) {
        next = Math.min(next, session.processingTimers()[0]);
      }
    }
    return next;
  }
}
