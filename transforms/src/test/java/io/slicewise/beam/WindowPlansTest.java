package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import io.slicewise.core.window.CalendarWindowPlan;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.sdk.transforms.windowing.CalendarWindows;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.util.IdentityWindowFn;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WindowPlansTest {

  @ParameterizedTest(name = "size {0} offset {1}")
  @MethodSource("fixedWindows")
  void fixedWindows_areBeams(long size, long offset) {
    FixedWindows windowFn = FixedWindows.of(millis(size)).withOffset(millis(offset));
    WindowPlan plan = WindowPlans.planOf(windowFn);
    for (long timestamp = 0; timestamp < 100; timestamp++) {
      assertThat(windowsOf(plan, timestamp))
          .containsExactly(windowFn.assignWindow(Instant.ofEpochMilli(timestamp)));
    }
  }

  static Stream<Arguments> fixedWindows() {
    return Stream.of(Arguments.of(10L, 0L), Arguments.of(7L, 3L), Arguments.of(1L, 0L));
  }

  @ParameterizedTest(name = "size {0} period {1} offset {2}")
  @MethodSource("slidingWindows")
  void slidingWindows_areBeams(long size, long period, long offset) {
    SlidingWindows windowFn =
        SlidingWindows.of(millis(size)).every(millis(period)).withOffset(millis(offset));
    WindowPlan plan = WindowPlans.planOf(windowFn);
    for (long timestamp = 0; timestamp < 100; timestamp++) {
      assertThat(windowsOf(plan, timestamp))
          .containsExactlyInAnyOrderElementsOf(
              windowFn.assignWindows(Instant.ofEpochMilli(timestamp)));
    }
  }

  static Stream<Arguments> slidingWindows() {
    return Stream.of(
        Arguments.of(30L, 10L, 0L),
        Arguments.of(25L, 10L, 4L),
        Arguments.of(10L, 10L, 9L),
        Arguments.of(3L, 10L, 5L),
        Arguments.of(60L, 1L, 0L));
  }

  @Test
  void windowsBefore1970_alsoContainTheirElements() {
    WindowPlan plan = WindowPlans.planOf(SlidingWindows.of(millis(30)).every(millis(10)));
    assertThat(windowsOf(plan, -12))
        .containsExactly(window(-40, -10), window(-30, 0), window(-20, 10));
  }

  @Test
  void globalWindows_areOneWindow() {
    assertThat(WindowPlans.planOf(new GlobalWindows())).isInstanceOf(GlobalWindowPlan.class);
  }

  @Test
  void ourWindows_bringTheirPlan() {
    assertThat(
            WindowPlans.planOf(
                CumulativeWindows.of(millis(6)).every(millis(2)).withOffset(millis(1))))
        .hasToString("cumulative(size=6 ms, step=2 ms, offset=1 ms)");
    assertThat(WindowPlans.planOf(ZonedCalendarWindows.days(2, ZoneOffset.UTC).every(1)))
        .isInstanceOf(CalendarWindowPlan.class);
  }

  @Test
  void sessions_areBeamsOrOurs() {
    assertThat(WindowPlans.windowsOf(Sessions.withGapDuration(millis(5))))
        .isEqualTo(WindowPlans.windowsOf(SessionWindows.withGapDuration(millis(5))))
        .hasToString("sessions(gap=5 ms)");
    assertThat(WindowPlans.windowsOf(SessionWindows.withGapDuration(millis(5)).inclusive()))
        .hasToString("sessions(gap=5 ms, inclusive)");
  }

  @ParameterizedTest
  @MethodSource("unsupported")
  void otherWindows_areRefused(WindowFn<?, ?> windowFn, String was) {
    assertThatThrownBy(() -> WindowPlans.windowsOf(windowFn))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "windowedBy: the window function must be FixedWindows, SlidingWindows, Sessions,"
                + " SessionWindows, CumulativeWindows, ZonedCalendarWindows, TrailingWindows or"
                + " GlobalWindows but was"
                + " org.apache.beam.sdk."
                + was);
  }

  static Stream<Arguments> unsupported() {
    String zoned = ". Use ZonedCalendarWindows, which has the same days, weeks, months and years.";
    return Stream.of(
        Arguments.of(
            new IdentityWindowFn<Object>(IntervalWindow.getCoder()),
            "util.IdentityWindowFn. For other windows use Window.into and Combine.perKey."),
        Arguments.of(
            CalendarWindows.days(1), "transforms.windowing.CalendarWindows$DaysWindows" + zoned),
        Arguments.of(
            CalendarWindows.months(1),
            "transforms.windowing.CalendarWindows$MonthsWindows" + zoned),
        Arguments.of(
            CalendarWindows.years(1), "transforms.windowing.CalendarWindows$YearsWindows" + zoned));
  }

  private static List<IntervalWindow> windowsOf(WindowPlan plan, long timestamp) {
    List<IntervalWindow> windows = new ArrayList<>();
    long instant = Math.min(timestamp, TimeBounds.LAST_WINDOW_INSTANT);
    for (long w = plan.firstOpenWindow(instant); w <= plan.lastStartedWindow(instant); w++) {
      windows.add(window(plan.startOf(w), plan.maxTimestampOf(w) + 1));
    }
    return windows;
  }

  private static IntervalWindow window(long startMillis, long endMillis) {
    return new IntervalWindow(Instant.ofEpochMilli(startMillis), Instant.ofEpochMilli(endMillis));
  }
}
