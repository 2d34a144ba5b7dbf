package io.slicewise.core.session;

import io.slicewise.core.firing.FiringRecord;
import io.slicewise.core.trigger.TriggerState;
import io.slicewise.core.window.TimeWindow;

/** One session of a key, as stored. Its last pane is the last with these bounds. */
final class Session<A> extends FiringRecord {
  private final TimeWindow window;
  private SessionContent<A> content = new SessionContent<>();

  /** A session without elements. */
  Session(TimeWindow window, TriggerState trigger) {
    super(trigger);
    this.window = window;
  }

  TimeWindow window() {
    return window;
  }

  SessionContent<A> content() {
    return content;
  }

  void setContent(SessionContent<A> newContent) {
    this.content = newContent;
  }
}
