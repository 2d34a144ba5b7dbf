package io.slicewise.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SliceEdgesTest {
  private static final WindowPlan DAYS =
      new CalendarWindowPlan(CalendarUnit.DAYS, 2, 1, 0, ZoneId.of("Europe/Berlin"));

  static Stream<List<WindowPlan>> plans() {
    WindowPlan sliding = AlignedWindowPlan.sliding(25, 10, 4);
    WindowPlan gaps = AlignedWindowPlan.sliding(6, 10, 0);
    WindowPlan cumulative = new CumulativeWindowPlan(30, 10, 7);
    return Stream.of(
        List.of(AlignedWindowPlan.fixed(10, 3)),
        List.of(sliding),
        List.of(gaps),
        List.of(cumulative),
        List.of(new GlobalWindowPlan()),
        List.of(DAYS),
        List.of(AlignedWindowPlan.fixed(4, 0), AlignedWindowPlan.fixed(6, 0)),
        List.of(gaps, cumulative),
        List.of(sliding, new GlobalWindowPlan(), cumulative, DAYS));
  }

  /** That all instants of a slice are in the same windows, and those of its neighbours are not. */
  @ParameterizedTest
  @MethodSource("plans")
  void slicesEndWhereWindowsStartOrEnd(List<WindowPlan> plans) {
    SliceEdges edges = new SliceEdges(plans);
    for (long instant = -60; instant < 60; instant++) {
      long first = edges.firstInstantOf(instant);
      long last = edges.lastInstantOf(instant);
      assertThat(instant).isBetween(first, last);
      assertThat(edges.firstInstantOf(last)).isEqualTo(first);
      assertThat(edges.lastInstantOf(first)).isEqualTo(last);
      assertThat(windowsOf(plans, first))
          .isEqualTo(windowsOf(plans, instant))
          .isEqualTo(windowsOf(plans, last));
      if (last < TimeBounds.LAST_WINDOW_INSTANT) {
        assertThat(edges.firstInstantOf(last + 1)).isEqualTo(last + 1);
        assertThat(windowsOf(plans, last + 1)).isNotEqualTo(windowsOf(plans, last));
      }
    }
  }

  private static List<List<TimeWindow>> windowsOf(List<WindowPlan> plans, long instant) {
    return plans.stream().map(plan -> windowsOf(plan, instant)).toList();
  }

  private static List<TimeWindow> windowsOf(WindowPlan plan, long instant) {
    return LongStream.rangeClosed(plan.firstOpenWindow(instant), plan.lastStartedWindow(instant))
        .mapToObj(plan::windowAt)
        .toList();
  }

  @Test
  void endsOfTime() {
    SliceEdges edges =
        new SliceEdges(
            List.of(AlignedWindowPlan.fixed(10, 0), new CumulativeWindowPlan(30, 10, 0)));
    assertThat(edges.lastInstantOf(TimeBounds.MAX_TIMESTAMP))
        .isEqualTo(TimeBounds.LAST_WINDOW_INSTANT);
    assertThat(edges.firstInstantOf(TimeBounds.MAX_TIMESTAMP))
        .isEqualTo(edges.firstInstantOf(TimeBounds.LAST_WINDOW_INSTANT));
    assertThat(edges.firstInstantOf(TimeBounds.MIN_TIMESTAMP))
        .isLessThanOrEqualTo(TimeBounds.MIN_TIMESTAMP);
    assertThat(edges.lastInstantOf(TimeBounds.MIN_TIMESTAMP))
        .isBetween(TimeBounds.MIN_TIMESTAMP, TimeBounds.MIN_TIMESTAMP + 9);
  }

  @Test
  void noWindows_areRefused() {
    assertThatThrownBy(() -> new SliceEdges(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("plans: must be one or more but was none.");
  }
}
