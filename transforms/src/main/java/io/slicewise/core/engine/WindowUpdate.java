package io.slicewise.core.engine;

import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.Assignment;
import java.util.Optional;

/**
 * State of some windows that is to go on with others: whether it can, without any pane that is not
 * exact.
 *
 * <p>It can if each new window is the end of an old one, cut at an edge of old ones: all that is in
 * it is stored for as long as it can fire, in slices of which it is made.
 *
 * <pre>
 * size 60, period 10   [-------- old ---------)      |  |  edges
 * size 30, period 10               [-- new ---)
 * size 60, period 20   [-------- new ---------)
 * </pre>
 *
 * @param before the windowing that the state was written for
 * @param after the windowing that goes on
 */
public record WindowUpdate(WindowingSpec before, WindowingSpec after) {

  /** Why the state cannot go on: setting, old value, new value, rule and way out; else empty. */
  public Optional<String> refusal() {
    return firstOf(
        otherSetting("trigger", before.trigger(), after.trigger()),
        otherSetting("accumulation mode", before.accumulation(), after.accumulation()),
        otherSetting("timestamp combiner", before.timestampCombiner(), after.timestampCombiner()),
        otherSetting("assignment", before.assignment(), after.assignment()),
        otherSetting(
            "earlyForNextWindowOnly",
            before.emission().earlyForNextOnly(),
            after.emission().earlyForNextOnly()),
        hasSameWindows() ? grownLateness() : otherWindows());
  }

  /** Whether no more than the allowed lateness and the panes that are left out may differ. */
  public boolean hasSameWindows() {
    return before.windows().toString().equals(after.windows().toString());
  }

  /** Whether each new window was one before, so that it goes on where it was. */
  public boolean keepsWindows() {
    return planBefore().sizeMillis() == planAfter().sizeMillis();
  }

  private Optional<String> grownLateness() {
    return after.allowedLatenessMillis() > before.allowedLatenessMillis()
            && !(after.windows() instanceof AlignedWindowPlan)
        ? refused(
            "allowedLateness",
            before.allowedLatenessMillis() + " ms",
            after.allowedLatenessMillis() + " ms",
            "must not be longer, unless windows are fixed or sliding")
        : Optional.empty();
  }

  private Optional<String> otherWindows() {
    boolean aligned =
        before.windows() instanceof AlignedWindowPlan
            && after.windows() instanceof AlignedWindowPlan
            && after.assignment() == Assignment.TIMESTAMP;
    if (!aligned) {
      return refusedWindows("must be the same, unless both are fixed or sliding");
    }
    if (after.timestampCombiner() != TimestampCombiner.END_OF_WINDOW) {
      return refusedWindows("must be the same, unless panes have the timestamp END_OF_WINDOW");
    }
    boolean asInBeam =
        before.emission().equals(Emission.AS_IN_BEAM)
            && after.emission().equals(Emission.AS_IN_BEAM);
    return asInBeam
        ? otherAlignedWindows()
        : refusedWindows("must be the same where panes are left out or filled in");
  }

  private Optional<String> otherAlignedWindows() {
    AlignedWindowPlan old = planBefore();
    AlignedWindowPlan now = planAfter();
    long oldPeriod = old.periodMillis();
    long endShift = end(now) - end(old);
    long startShift = Math.floorMod(now.offsetMillis() - old.offsetMillis(), oldPeriod);
    boolean startsAtEdge = startShift == 0 || startShift == old.sizeMillis() % oldPeriod;
    if (now.sizeMillis() > old.sizeMillis()) {
      return refusedWindows("must not be longer, as earlier elements are gone");
    }
    if (now.hasGaps() || old.hasGaps()) {
      return refusedWindows("must not leave gaps between them");
    }
    if (now.periodMillis() % oldPeriod != 0 || Math.floorMod(endShift, oldPeriod) != 0) {
      return refusedWindows("must each end where one of the old windows ends");
    }
    if (!startsAtEdge) {
      return refusedWindows("must each start where one of the old windows starts or ends");
    }
    if (!keepsWindows() && !new TriggerMachine(after.trigger()).isDormantUntilEnd()) {
      return refusedWindows(
          "must keep their size, as the trigger " + after.trigger() + " fires before their end");
    }
    return Optional.empty();
  }

  private static long end(AlignedWindowPlan plan) {
    return plan.offsetMillis() + plan.sizeMillis();
  }

  private AlignedWindowPlan planBefore() {
    return (AlignedWindowPlan) before.windows();
  }

  private AlignedWindowPlan planAfter() {
    return (AlignedWindowPlan) after.windows();
  }

  private Optional<String> refusedWindows(String rule) {
    return refused("windows", before.windows(), after.windows(), rule);
  }

  private static Optional<String> otherSetting(String setting, Object old, Object now) {
    return old.equals(now) ? Optional.empty() : refused(setting, old, now, "must be the same");
  }

  private static Optional<String> refused(String setting, Object old, Object now, String rule) {
    return Optional.of(
        "withStateOf: "
            + setting
            + " "
            + rule
            + ", but the state has "
            + old
            + " and the pipeline "
            + now
            + ". Change it back, or start without the old state, under another step name.");
  }

  @SafeVarargs
  private static Optional<String> firstOf(Optional<String>... refusals) {
    for (Optional<String> refusal : refusals) {
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }
}
