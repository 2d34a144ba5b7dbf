package io.slicewise.core.session;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.trigger.TriggerState;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TimeWindow;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the session of an element, made of all that the element's own window overlaps.
 *
 * @see "org.apache.beam.runners.core.ReduceFnRunner.OnMergeCallback, and the classes it calls"
 */
final class SessionMerge<A> {
  private final WindowingSpec spec;
  private final SessionWindows windows;
  private final TriggerMachine machine;
  private final AggregateFunction<?, A, ?> function;

  SessionMerge(
      WindowingSpec spec,
      SessionWindows windows,
      TriggerMachine machine,
      AggregateFunction<?, A, ?> function) {
    this.spec = spec;
    this.windows = windows;
    this.machine = machine;
    this.function = function;
  }

  /** The session of an element that opens {@code own}, with every session that becomes part. */
  Session<A> sessionOf(TimeWindow own, SessionState<A> state, SessionStep<?> step) {
    List<Session<A>> sessions = state.sessions();
    int from = firstNotBefore(own, sessions);
    int to = from;
    TimeWindow merged = own;
    while (to < sessions.size() && windows.areOneSession(own, sessions.get(to).window())) {
      merged = span(merged, sessions.get(to).window());
      to++;
    }
    if (to == from + 1 && sessions.get(from).window().equals(own)) {
      // nothing merges if there is only one window, which makes a difference to some triggers
      return sessions.get(from);
    }
    Session<A> session =
        from == to
            ? new Session<>(own, machine.newState())
            : merge(new ArrayList<>(sessions.subList(from, to)), merged, step);
    sessions.subList(from, to).clear();
    sessions.add(from, session);
    return session;
  }

  /** The position of the first session that {@code own} may be part of; later ones follow. */
  private int firstNotBefore(TimeWindow own, List<Session<A>> sessions) {
    int low = 0;
    int high = sessions.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (windows.areOneSession(sessions.get(middle).window(), own)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static TimeWindow span(TimeWindow one, TimeWindow other) {
    return new TimeWindow(
        Math.min(one.startMillis(), other.startMillis()),
        Math.max(one.endMillis(), other.endMillis()));
  }

  private Session<A> merge(List<Session<A>> parts, TimeWindow window, SessionStep<?> step) {
    Session<A> same =
        parts.stream().filter(part -> part.window().equals(window)).findFirst().orElse(null);
    Session<A> merged = same != null ? same : new Session<>(window, machine.newState());
    List<TriggerState> triggers = parts.stream().map(Session::trigger).toList();
    merged.setTrigger(
        machine.merge(triggers, same == null ? null : same.trigger(), step.triggerContext(merged)));
    merged.setHold(mergedHold(parts, window, step));
    merged.setContent(mergedContent(parts));
    return merged;
  }

  private long mergedHold(List<Session<A>> parts, TimeWindow window, SessionStep<?> step) {
    TimestampCombiner combiner = spec.timestampCombiner();
    if (combiner == TimestampCombiner.END_OF_WINDOW) {
      boolean over = window.maxTimestamp() < step.watermarkMillis();
      return over ? Session.NO_HOLD : window.maxTimestamp();
    }
    long hold = Session.NO_HOLD;
    for (Session<A> part : parts) {
      hold = SliceStore.combine(combiner, hold, part.hold());
    }
    return hold;
  }

  private SessionContent<A> mergedContent(List<Session<A>> parts) {
    SessionContent<A> content = parts.get(0).content();
    for (Session<A> later : parts.subList(1, parts.size())) {
      content.append(later.content(), function);
    }
    return content;
  }
}
