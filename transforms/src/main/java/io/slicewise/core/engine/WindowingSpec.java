package io.slicewise.core.engine;

import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.WindowPlan;
import io.slicewise.core.window.Windows;
import java.io.Serializable;

/**
 * How elements are windowed and when their windows fire: the value form of a Beam {@code
 * WindowingStrategy}.
 *
 * @param windows which windows there are
 * @param assignment by which time elements are put into them
 * @param trigger when they fire
 * @param allowedLatenessMillis how long after its end a window still takes elements, zero or more
 * @param accumulation what a pane holds of a window that has fired before
 * @param timestampCombiner which timestamp a pane has
 * @param closing whether an expiring window fires a last pane that is empty
 * @param onTime whether a window that ends fires a pane that is empty
 * @param emission which panes are left out or added
 */
public record WindowingSpec(
    Windows windows,
    Assignment assignment,
    TriggerSpec trigger,
    long allowedLatenessMillis,
    AccumulationMode accumulation,
    TimestampCombiner timestampCombiner,
    FiringBehavior closing,
    FiringBehavior onTime,
    Emission emission)
    implements Serializable {

  /**
   * This windowing, for elements none of which is late: windows that are woken at their end expire
   * then. Others are woken when they expire, as ever.
   */
  public WindowingSpec withoutLateness() {
    return trigger.wakesAtEnd()
        ? new WindowingSpec(
            windows,
            assignment,
            trigger,
            0,
            accumulation,
            timestampCombiner,
            closing,
            onTime,
            emission)
        : this;
  }

  /** A windowing by the timestamps of elements. */
  public WindowingSpec(
      Windows windows,
      TriggerSpec trigger,
      long allowedLatenessMillis,
      AccumulationMode accumulation,
      TimestampCombiner timestampCombiner,
      FiringBehavior closing,
      FiringBehavior onTime) {
    this(
        windows,
        Assignment.TIMESTAMP,
        trigger,
        allowedLatenessMillis,
        accumulation,
        timestampCombiner,
        closing,
        onTime,
        Emission.AS_IN_BEAM);
  }

  /** This windowing, with other panes left out or added. */
  public WindowingSpec withEmission(Emission newEmission) {
    return new WindowingSpec(
        windows,
        assignment,
        trigger,
        allowedLatenessMillis,
        accumulation,
        timestampCombiner,
        closing,
        onTime,
        newEmission);
  }

  /** Checks the lateness, and whether windows fire that {@code emission} is about. */
  public WindowingSpec {
    if (allowedLatenessMillis < 0) {
      throw new IllegalArgumentException(
          "allowedLateness: must be zero or more but was " + allowedLatenessMillis + " ms.");
    }
    if (!emission.equals(Emission.AS_IN_BEAM) && !(windows instanceof WindowPlan)) {
      throw new IllegalArgumentException(
          "emitting: panes can be left out or filled in only for windows that depend on time alone"
              + " but the windows are "
              + windows
              + ". Leave the options out, or use fixed, sliding, cumulative or calendar windows.");
    }
    if (emission.fills() && !(trigger.firesAtEnd() && windows.hasEnd())) {
      throw new IllegalArgumentException(
          "fillingEmptyWindows: each window must fire at its end but the trigger is "
              + trigger
              + " for the windows "
              + windows
              + ". Use windows of a limited time, and the default trigger or"
              + " AfterWatermark.pastEndOfWindow().");
    }
    if (emission.earlyForNextOnly() && !(trigger instanceof EarlyAndLate)) {
      throw new IllegalArgumentException(
          "earlyForNextWindowOnly: the trigger must have early firings but is "
              + trigger
              + ". Use AfterWatermark.pastEndOfWindow().withEarlyFirings(...), or leave it out.");
    }
  }

  /**
   * A number that tells windowings apart whose stored states mean different things: by windows,
   * assignment, trigger, accumulation and timestamp combiner, and whether only the next window has
   * early panes: the others then have no state of their trigger. The rest may change while a
   * pipeline lives.
   */
  public int fingerprint() {
    return (windows
            + "|"
            + assignment
            + "|"
            + trigger
            + "|"
            + accumulation
            + "|"
            + timestampCombiner
            + (emission.earlyForNextOnly() ? "|early for next only" : ""))
        .hashCode();
  }
}
