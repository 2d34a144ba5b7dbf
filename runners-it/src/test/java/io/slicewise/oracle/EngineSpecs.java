package io.slicewise.oracle;

import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.CalendarUnit;
import io.slicewise.core.window.CalendarWindowPlan;
import io.slicewise.core.window.CumulativeWindowPlan;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.WindowPlan;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.time.ZoneId;

/** The settings of a scenario in the form that the engine takes. */
final class EngineSpecs {
  private EngineSpecs() {}

  /** The settings of {@code scenario}. */
  static WindowingSpec of(Scenario scenario) {
    WindowSpec windows = scenario.windows().get(0);
    return new WindowingSpec(
        plan(windows),
        windows instanceof WindowSpec.StreamTime ? Assignment.STREAM_TIME : Assignment.TIMESTAMP,
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
    } else if (spec instanceof WindowSpec.Cumulative cumulative) {
      return new CumulativeWindowPlan(
          cumulative.sizeMillis(), cumulative.stepMillis(), cumulative.offsetMillis());
    } else if (spec instanceof WindowSpec.Calendar calendar) {
      return new CalendarWindowPlan(
          CalendarUnit.valueOf(calendar.unit().name()),
          calendar.count(),
          calendar.every(),
          0,
          ZoneId.of(calendar.zone()));
    } else if (spec instanceof WindowSpec.StreamTime streamTime) {
      return AlignedWindowPlan.fixed(streamTime.sizeMillis(), 0);
    }
    return new GlobalWindowPlan();
  }
}
