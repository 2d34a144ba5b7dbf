package io.slicewise.beam;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.FutureBound;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.WindowPlan;
import java.util.Optional;

/**
 * Where elements of a slice may come as one partial aggregate and no pane, window or count can tell
 * it from the elements one right after the other. The answers are what stands against it.
 */
final class PreAggregationRules {
  private PreAggregationRules() {}

  /** What stands against partial aggregates of elements that come together, late or not. */
  static Optional<String> againstPreAggregation(
      WindowedAggregation aggregation, SideOutputs sideOutputs) {
    if (sideOutputs.late()) {
      return Optional.of("there must be no late output, which holds single elements.");
    }
    return againstPartials(aggregation, sideOutputs)
        .or(
            () ->
                aggregation.specs().stream()
                    .filter(PreAggregationRules::firesForLateElements)
                    .findFirst()
                    .map(
                        spec ->
                            "a late element must not fire a pane, but with an allowed lateness of "
                                + spec.allowedLatenessMillis()
                                + " ms the trigger "
                                + spec.trigger()
                                + " fires for each. Use withAllowedLateness(Duration.ZERO) or"
                                + " Never.ever()."));
  }

  /** What stands against partial aggregates of slices that are not over. */
  static Optional<String> againstFanout(WindowedAggregation aggregation, SideOutputs sideOutputs) {
    return againstPartials(aggregation, sideOutputs)
        .or(
            () ->
                aggregation.specs().stream()
                    .filter(spec -> spec.emission().fills())
                    .findFirst()
                    .map(
                        spec ->
                            "fillingEmptyWindows must not be set, as the second step cannot tell"
                                + " where the input of the first ends."));
  }

  private static Optional<String> againstPartials(
      WindowedAggregation aggregation, SideOutputs sideOutputs) {
    if (!aggregation.futureBound().equals(FutureBound.NONE) || sideOutputs.future()) {
      return Optional.of(
          "timestamps must not be bounded by clampingFuture or withFutureOutput, which look at"
              + " single elements.");
    }
    return aggregation.specs().stream()
        .map(PreAggregationRules::againstPartials)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> againstPartials(WindowingSpec spec) {
    if (!(spec.windows() instanceof WindowPlan)) {
      return Optional.of(
          "the windows must depend on time alone but are "
              + spec.windows()
              + ". Use fixed, sliding, cumulative, calendar or global windows.");
    }
    if (spec.assignment() != Assignment.TIMESTAMP) {
      return Optional.of("byStreamTime must not be set, as it looks at the order of elements.");
    }
    if (spec.timestampCombiner() != TimestampCombiner.END_OF_WINDOW) {
      return Optional.of(
          "the timestamp combiner must be END_OF_WINDOW but is "
              + spec.timestampCombiner()
              + ", for which each element counts.");
    }
    if (looksAtElementsBeforeEnd(spec.trigger())) {
      return Optional.of(
          "the trigger must wait for the end of the window but is "
              + spec.trigger()
              + ". Use AfterWatermark.pastEndOfWindow() without early firings.");
    }
    return Optional.empty();
  }

  private static boolean looksAtElementsBeforeEnd(TriggerSpec trigger) {
    TriggerMachine machine = new TriggerMachine(trigger);
    return !machine.isDormantUntilEnd() && !machine.neverFires();
  }

  /** Even without late firings, an element fires a window that had none when it ended. */
  private static boolean firesForLateElements(WindowingSpec spec) {
    return spec.allowedLatenessMillis() > 0 && !(spec.trigger() instanceof TriggerSpec.Never);
  }
}
