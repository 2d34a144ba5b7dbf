package io.slicewise.oracle;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.WindowPlan;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;

/** The settings of a scenario in the form that the engine takes. */
final class EngineSpecs {
  private EngineSpecs() {}

  /** The settings of {@code scenario}. */
  static WindowingSpec of(Scenario scenario) {
    return new WindowingSpec(
        plan(scenario.windows().get(0)),
        scenario.trigger(),
        scenario.allowedLatenessMillis(),
        AccumulationMode.valueOf(scenario.accumulation().name()),
        scenario.timestampCombiner(),
        scenario.closingBehavior(),
        scenario.onTimeBehavior());
  }

  private static WindowPlan plan(WindowSpec spec) {
    if (spec instanceof WindowSpec.Fixed fixed) {
      return AlignedWindowPlan.fixed(fixed.sizeMillis(), fixed.offsetMillis());
    } else if (spec instanceof WindowSpec.Sliding sliding) {
      return AlignedWindowPlan.sliding(
          sliding.sizeMillis(), sliding.periodMillis(), sliding.offsetMillis());
    }
    return new GlobalWindowPlan();
  }
}
