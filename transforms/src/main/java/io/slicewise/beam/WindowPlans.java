package io.slicewise.beam;

import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.WindowPlan;
import io.slicewise.core.window.Windows;
import org.apache.beam.sdk.transforms.windowing.CalendarWindows;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.joda.time.Duration;

/** Beam's window functions, and ours, as {@link Windows} of the engine. */
final class WindowPlans {
  private WindowPlans() {}

  /**
   * The windows of {@code windowFn}.
   *
   * @throws IllegalArgumentException if they are not supported
   */
  static Windows windowsOf(WindowFn<?, ?> windowFn) {
    if (windowFn instanceof Sessions sessions) {
      return SessionWindows.withGapDuration(sessions.getGapDuration()).windows();
    }
    if (windowFn instanceof SessionWindows sessions) {
      return sessions.windows();
    }
    return windowFn instanceof TrailingWindows trailing ? trailing.windows() : planOf(windowFn);
  }

  /**
   * The plan with the windows of {@code windowFn}, which depend on time alone.
   *
   * @throws IllegalArgumentException if there is none for it
   */
  static WindowPlan planOf(WindowFn<?, ?> windowFn) {
    if (windowFn instanceof GlobalWindows) {
      return new GlobalWindowPlan();
    }
    if (windowFn instanceof FixedWindows fixed) {
      return aligned(fixed.getSize(), fixed.getSize(), fixed.getOffset());
    }
    if (windowFn instanceof SlidingWindows sliding) {
      return aligned(sliding.getSize(), sliding.getPeriod(), sliding.getOffset());
    }
    if (windowFn instanceof PlannedWindows planned) {
      return planned.plan();
    }
    throw new IllegalArgumentException(
        "windowedBy: the window function must be FixedWindows, SlidingWindows, Sessions,"
            + " SessionWindows, CumulativeWindows, ZonedCalendarWindows, TrailingWindows or"
            + " GlobalWindows but was "
            + windowFn.getClass().getName()
            + (isCalendar(windowFn)
                ? ". Use ZonedCalendarWindows, which has the same days, weeks, months and years."
                : ". For other windows use Window.into and Combine.perKey."));
  }

  private static boolean isCalendar(WindowFn<?, ?> windowFn) {
    return windowFn instanceof CalendarWindows.DaysWindows
        || windowFn instanceof CalendarWindows.MonthsWindows
        || windowFn instanceof CalendarWindows.YearsWindows;
  }

  private static WindowPlan aligned(Duration size, Duration period, Duration offset) {
    long periodMillis = period.getMillis();
    return AlignedWindowPlan.sliding(
        size.getMillis(), periodMillis, Math.floorMod(offset.getMillis(), periodMillis));
  }
}
