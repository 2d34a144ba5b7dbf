package io.slicewise.core.firing;

import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.trigger.TriggerState;
import io.slicewise.core.trigger.TriggerTimers;
import java.util.Arrays;

/**
 * What is stored of one window beyond its content: its trigger, its panes so far, its timestamp
 * hold and the timers it waits for.
 */
public abstract class FiringRecord implements TriggerTimers {
  /** In place of a hold: there is none. */
  public static final long NO_HOLD = Long.MAX_VALUE;

  private static final long[] NO_TIMERS = {};

  private TriggerState trigger;
  private PaneHistory lastPane;
  private boolean hasNewElements;
  private long hold = NO_HOLD;
  private boolean waitsForEnd;

  /** Sorted, each once; firing a trigger does not take its timer back, as in Beam. */
  private long[] processingTimers = NO_TIMERS;

  /** A record of a window that has not fired. */
  protected FiringRecord(TriggerState trigger) {
    this.trigger = trigger;
  }

  /** What the trigger remembers. */
  public final TriggerState trigger() {
    return trigger;
  }

  /** Replaces what the trigger remembers. */
  public final void setTrigger(TriggerState state) {
    this.trigger = state;
  }

  /** The last pane, or null if there was none. */
  public final PaneHistory lastPane() {
    return lastPane;
  }

  /** Sets the last pane. */
  public final void setLastPane(PaneHistory pane) {
    this.lastPane = pane;
  }

  /** Whether an element came since the last firing. */
  public final boolean hasNewElements() {
    return hasNewElements;
  }

  /** Sets whether an element came since the last firing. */
  public final void setHasNewElements(boolean value) {
    this.hasNewElements = value;
  }

  /** The timestamp of the next pane as far as elements decide it, or {@link #NO_HOLD}. */
  public final long hold() {
    return hold;
  }

  /** Sets the hold. */
  public final void setHold(long newHold) {
    this.hold = newHold;
  }

  /** Whether the trigger has asked to be woken at the end of the window, and has not been. */
  public final boolean waitsForEnd() {
    return waitsForEnd;
  }

  /** Sets whether the trigger waits for the end of the window. */
  public final void setWaitsForEnd(boolean value) {
    this.waitsForEnd = value;
  }

  /** The processing times that the trigger waits for, in order. */
  public final long[] processingTimers() {
    return processingTimers;
  }

  /** Sets the processing times that the trigger waits for, in order. */
  public final void setProcessingTimers(long[] sorted) {
    this.processingTimers = sorted;
  }

  /** Forgets the processing times of earlier firings, if they no longer matter to the trigger. */
  public final void forgetLeftOverTimers(TriggerMachine machine) {
    long[] targets = processingTimers.length == 0 ? null : machine.currentTargets(trigger);
    if (targets != null) {
      processingTimers =
          Arrays.stream(processingTimers)
              .filter(target -> Arrays.binarySearch(targets, target) >= 0)
              .toArray();
    }
  }

  @Override
  public final void armEndOfWindow() {
    waitsForEnd = true;
  }

  @Override
  public final void armProcessingTime(long targetMillis) {
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

  /** Takes away the processing times that are past; returns whether there were any. */
  public final boolean takeProcessingTimersBefore(long nowMillis) {
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
