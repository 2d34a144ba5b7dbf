package io.slicewise.pipelines.scenario.run;

import io.slicewise.beam.CumulativeWindows;
import io.slicewise.beam.TrailingWindows;
import io.slicewise.beam.ZonedCalendarWindows;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.FutureBound;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.CalendarUnit;
import io.slicewise.core.window.CalendarWindowPlan;
import io.slicewise.core.window.CumulativeWindowPlan;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.WindowPlan;
import io.slicewise.core.window.Windows;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.time.ZoneId;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.Window.ClosingBehavior;
import org.apache.beam.sdk.transforms.windowing.Window.OnTimeBehavior;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.joda.time.Duration;

/** The settings of a scenario that {@link Limits} allows, for the engine and for Beam. */
public final class ScenarioWindows {
  private ScenarioWindows() {}

  /** The aggregation in the windows of {@code scenario}, for the engine. */
  public static WindowedAggregation forEngine(Scenario scenario) {
    return new WindowedAggregation(
        scenario.windows().stream().map(spec -> forEngine(scenario, spec)).toList(),
        FutureBound.NONE);
  }

  private static WindowingSpec forEngine(Scenario scenario, WindowSpec spec) {
    return new WindowingSpec(
        windowsOf(spec),
        spec instanceof WindowSpec.StreamTime ? Assignment.STREAM_TIME : Assignment.TIMESTAMP,
        scenario.trigger(),
        scenario.allowedLatenessMillis(),
        switch (scenario.accumulation()) {
          case ACCUMULATING -> AccumulationMode.ACCUMULATING;
          case DISCARDING -> AccumulationMode.DISCARDING;
          case RETRACTING -> AccumulationMode.RETRACTING;
        },
        scenario.timestampCombiner(),
        scenario.closingBehavior(),
        scenario.onTimeBehavior(),
        Emission.AS_IN_BEAM);
  }

  /** The windows of {@code spec}, for Beam. */
  public static <T> Window<T> forBeam(Scenario scenario, WindowSpec spec) {
    Window<T> window =
        Window.<T>into(windowFnOf(spec))
            .triggering(BeamTriggers.of(scenario.trigger()))
            .withAllowedLateness(
                Duration.millis(scenario.allowedLatenessMillis()),
                scenario.closingBehavior() == FiringBehavior.FIRE_ALWAYS
                    ? ClosingBehavior.FIRE_ALWAYS
                    : ClosingBehavior.FIRE_IF_NON_EMPTY)
            .withOnTimeBehavior(
                scenario.onTimeBehavior() == FiringBehavior.FIRE_ALWAYS
                    ? OnTimeBehavior.FIRE_ALWAYS
                    : OnTimeBehavior.FIRE_IF_NON_EMPTY)
            .withTimestampCombiner(
                switch (scenario.timestampCombiner()) {
                  case END_OF_WINDOW -> TimestampCombiner.END_OF_WINDOW;
                  case EARLIEST -> TimestampCombiner.EARLIEST;
                  case LATEST -> TimestampCombiner.LATEST;
                });
    return switch (scenario.accumulation()) {
      case ACCUMULATING -> window.accumulatingFiredPanes();
      case DISCARDING -> window.discardingFiredPanes();
      // set on the aggregation
      case RETRACTING -> window;
    };
  }

  private static Windows windowsOf(WindowSpec spec) {
    if (spec instanceof WindowSpec.Sessions sessions) {
      return new SessionWindows(sessions.gapMillis(), sessions.inclusiveGap());
    }
    return spec instanceof WindowSpec.Trailing trailing
        ? new io.slicewise.core.window.TrailingWindows(trailing.sizeMillis())
        : planOf(spec);
  }

  private static WindowPlan planOf(WindowSpec spec) {
    if (spec instanceof WindowSpec.Fixed fixed) {
      return AlignedWindowPlan.fixed(fixed.sizeMillis(), fixed.offsetMillis());
    }
    if (spec instanceof WindowSpec.Sliding sliding) {
      return AlignedWindowPlan.sliding(
          sliding.sizeMillis(), sliding.periodMillis(), sliding.offsetMillis());
    }
    if (spec instanceof WindowSpec.Cumulative cumulative) {
      return new CumulativeWindowPlan(
          cumulative.sizeMillis(), cumulative.stepMillis(), cumulative.offsetMillis());
    }
    if (spec instanceof WindowSpec.StreamTime streamTime) {
      return AlignedWindowPlan.fixed(streamTime.sizeMillis(), 0);
    }
    if (spec instanceof WindowSpec.Calendar calendar) {
      CalendarUnit unit = CalendarUnit.valueOf(calendar.unit().name());
      return new CalendarWindowPlan(
          unit, calendar.count(), calendar.every(), 0, ZoneId.of(calendar.zone()));
    }
    return new GlobalWindowPlan();
  }

  private static WindowFn<Object, ? extends BoundedWindow> windowFnOf(WindowSpec spec) {
    if (spec instanceof WindowSpec.Fixed fixed) {
      return FixedWindows.of(Duration.millis(fixed.sizeMillis()))
          .withOffset(Duration.millis(fixed.offsetMillis()));
    }
    if (spec instanceof WindowSpec.Sliding sliding) {
      return SlidingWindows.of(Duration.millis(sliding.sizeMillis()))
          .every(Duration.millis(sliding.periodMillis()))
          .withOffset(Duration.millis(sliding.offsetMillis()));
    }
    if (spec instanceof WindowSpec.Sessions sessions) {
      Duration gap = Duration.millis(sessions.gapMillis());
      return sessions.inclusiveGap()
          ? io.slicewise.beam.SessionWindows.withGapDuration(gap).inclusive()
          : Sessions.withGapDuration(gap);
    }
    if (spec instanceof WindowSpec.StreamTime streamTime) {
      return FixedWindows.of(Duration.millis(streamTime.sizeMillis()));
    }
    if (spec instanceof WindowSpec.Cumulative cumulative) {
      return CumulativeWindows.of(Duration.millis(cumulative.sizeMillis()))
          .every(Duration.millis(cumulative.stepMillis()))
          .withOffset(Duration.millis(cumulative.offsetMillis()));
    }
    if (spec instanceof WindowSpec.Trailing trailing) {
      return TrailingWindows.of(Duration.millis(trailing.sizeMillis()));
    }
    if (spec instanceof WindowSpec.Calendar calendar) {
      return calendarOf(calendar, ZoneId.of(calendar.zone())).every(calendar.every());
    }
    return new GlobalWindows();
  }

  private static ZonedCalendarWindows calendarOf(WindowSpec.Calendar calendar, ZoneId zone) {
    return switch (calendar.unit()) {
      case DAYS -> ZonedCalendarWindows.days(calendar.count(), zone);
      case WEEKS -> ZonedCalendarWindows.weeks(calendar.count(), zone);
      case MONTHS -> ZonedCalendarWindows.months(calendar.count(), zone);
    };
  }
}
