package io.slicewise.core.sliced;

import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.slice.LabelRange;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.trigger.TriggerState;
import io.slicewise.core.trigger.TriggerTimers;
import java.util.Arrays;

/**
 * What is stored of one window beyond its slices: its trigger, its panes so far, its timestamp hold
 * and the timers it waits for. Windows that only wait for their end have none.
 */
final class WindowRecord implements TriggerTimers {
  static final long NO_HOLD = SliceStore.NONE;
  private static final long[] NO_TIMERS = {};

  private final long window;
  private final TriggerState trigger;
  private PaneHistory lastPane;
  private boolean hasNewElements;
  private long hold = NO_HOLD;
  private long lastFiring = LabelRange.BEFORE_ALL;
  private boolean waitsForEnd;

  /** Sorted, each once; firing a trigger does not take its timer back, as in Beam. */
  private long[] processingTimers = NO_TIMERS;

  WindowRecord(long window, TriggerState trigger) {
    this.window = window;
    this.trigger = trigger;
  }

  /** The ordinal of the window. */
  long window() {
    return window;
  }

  TriggerState trigger() {
    return trigger;
  }

  /** The last pane, or null if there was none. */
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

  /** The firing sequence number of the key when this window last fired, if it matters. */
  long lastFiring() {
    return lastFiring;
  }

  void setLastFiring(long firing) {
    this.lastFiring = firing;
  }

  /** Whether the trigger has asked to be woken at the end of the window, and has not been. */
  boolean waitsForEnd() {
    return waitsForEnd;
  }

  void setWaitsForEnd(boolean value) {
    this.waitsForEnd = value;
  }

  long[] processingTimers() {
    return processingTimers;
  }

  void setProcessingTimers(long[] sorted) {
    this.processingTimers = sorted;
  }

  @Override
  public void armEndOfWindow() {
    waitsForEnd = true;
  }

  @Override
  public void armProcessingTime(long targetMillis) {
    int position = Arrays.binarySearch(processingTimers, targetMillis);
    if (position < 0) {
      int insertAt = -position - 1;
      long[] longer = Arrays.copyOf(processingTimers, processingTimers.length + 1);
      System.arraycopy(
          processingTimers, insertAt, longer, insertAt + 1, processingTimers.length - insertAt);
      longer[insertAt] = targetMillis;
      processingTimers = longer;
    }
  }

  /** Takes away the timers that are due; returns whether there were any. */
  boolean takeProcessingTimersBefore(long nowMillis) {
    int due = 0;
    while (due < processingTimers.length && processingTimers[due] < nowMillis) {
      due++;
    }
    if (due > 0) {
      processingTimers = Arrays.copyOfRange(processingTimers, due, processingTimers.length);
    }
    return due > 0;
  }
}
