package io.slicewise.core.session;

import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.trigger.TriggerState;
import io.slicewise.core.window.TimeWindow;

/** One session of a key, as stored. */
final class Session<A> {
  static final long NO_HOLD = SliceStore.NONE;

  private final TimeWindow window;
  private final SessionTimers timers;
  private SessionContent<A> content = new SessionContent<>();
  private TriggerState trigger;
  private PaneHistory lastPane;
  private boolean hasNewElements;
  private long hold = NO_HOLD;

  /** A session without elements. */
  Session(TimeWindow window, TriggerState trigger, SessionTimers timers) {
    this.window = window;
    this.trigger = trigger;
    this.timers = timers;
  }

  TimeWindow window() {
    return window;
  }

  SessionTimers timers() {
    return timers;
  }

  SessionContent<A> content() {
    return content;
  }

  void setContent(SessionContent<A> newContent) {
    this.content = newContent;
  }

  TriggerState trigger() {
    return trigger;
  }

  void setTrigger(TriggerState state) {
    this.trigger = state;
  }

  /** The last pane with these bounds, or null if there was none. */
  PaneHistory lastPane() {
    return lastPane;
  }

  void setLastPane(PaneHistory pane) {
    this.lastPane = pane;
  }

  /** Whether an element came since the last firing. */
  boolean hasNewElements() {
    return hasNewElements;
  }

  void setHasNewElements(boolean value) {
    this.hasNewElements = value;
  }

  /** The timestamp of the next pane as far as elements decide it, or {@link #NO_HOLD}. */
  long hold() {
    return hold;
  }

  void setHold(long newHold) {
    this.hold = newHold;
  }
}
