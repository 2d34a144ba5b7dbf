package io.slicewise.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class AlignedWindowPlanTest {

  static Stream<long[]> shapes() {
    return Stream.of(
        new long[] {10, 10, 0}, // fixed
        new long[] {10, 10, 7}, // fixed, with an offset
        new long[] {12, 4, 1}, // size a multiple of period
        new long[] {10, 4, 0}, // size not a multiple of period
        new long[] {7, 5, 3}, // one and a half periods
        new long[] {3, 10, 4}, // gaps
        new long[] {1, 1, 0}, // one window per millisecond
        new long[] {5, 1, 0}); // slices of one millisecond
  }

  /** The windows that hold {@code timestamp}, found by trying every start. */
  private static List<TimeWindow> windowsByDefinition(long[] shape, long timestamp) {
    List<TimeWindow> windows = new ArrayList<>();
    for (long start = timestamp - shape[0] + 1; start <= timestamp; start++) {
      if (Math.floorMod(start - shape[2], shape[1]) == 0) {
        windows.add(new TimeWindow(start, start + shape[0]));
      }
    }
    return windows;
  }

  private static List<TimeWindow> windowsOf(WindowPlan plan, long timestamp) {
    long instant = Math.min(timestamp, TimeBounds.LAST_WINDOW_INSTANT);
    return LongStream.rangeClosed(plan.firstOpenWindow(instant), plan.lastStartedWindow(instant))
        .mapToObj(plan::windowAt)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void windowsOfTimestamp_areThoseOfTheDefinition(long[] shape) {
    WindowPlan plan = AlignedWindowPlan.sliding(shape[0], shape[1], shape[2]);
    for (long timestamp = -60; timestamp <= 60; timestamp++) {
      assertThat(windowsOf(plan, timestamp))
          .as("timestamp %d", timestamp)
          .isEqualTo(windowsByDefinition(shape, timestamp));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void slices_startAtTheEdgesOfWindows(long[] shape) {
    WindowPlan plan = AlignedWindowPlan.sliding(shape[0], shape[1], shape[2]);
    TreeSet<Long> edges = new TreeSet<>();
    for (long window = -99; window <= 99; window++) {
      edges.add(plan.startOf(window));
      edges.add(plan.maxTimestampOf(window) + 1);
    }
    for (long timestamp = -60; timestamp <= 60; timestamp++) {
      assertThat(plan.sliceStart(timestamp)).isEqualTo(edges.floor(timestamp));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void slicesPerWindow_areThoseOfEachWindow(long[] shape) {
    WindowPlan plan = AlignedWindowPlan.sliding(shape[0], shape[1], shape[2]);
    for (long window = -9; window <= 9; window++) {
      long slices =
          LongStream.rangeClosed(plan.startOf(window), plan.maxTimestampOf(window))
              .map(plan::sliceStart)
              .distinct()
              .count();
      assertThat(slices).isEqualTo(plan.slicesPerWindow());
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void firstOpenWindow_isTheFirstThatIsNotOver(long[] shape) {
    WindowPlan plan = AlignedWindowPlan.sliding(shape[0], shape[1], shape[2]);
    for (long watermark = -60; watermark <= 60; watermark++) {
      long window = plan.firstOpenWindow(watermark);
      assertThat(plan.maxTimestampOf(window)).isGreaterThanOrEqualTo(watermark);
      assertThat(plan.maxTimestampOf(window - 1)).isLessThan(watermark);
    }
  }

  @Test
  void windowsAtTheEndOfTime_areCutNotWrapped() {
    WindowPlan plan = AlignedWindowPlan.sliding(1000, 400, 0);
    for (long timestamp : new long[] {TimeBounds.LAST_WINDOW_INSTANT, TimeBounds.MAX_TIMESTAMP}) {
      assertThat(windowsOf(plan, timestamp))
          .isNotEmpty()
          .allMatch(window -> window.contains(TimeBounds.LAST_WINDOW_INSTANT))
          .allMatch(window -> window.maxTimestamp() <= TimeBounds.LAST_WINDOW_INSTANT)
          .doesNotHaveDuplicates();
    }
    assertThat(plan.firstOpenWindow(TimeBounds.MAX_TIMESTAMP)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void windowsAtTheStartOfTime_mayStartBeforeIt() {
    WindowPlan plan = AlignedWindowPlan.sliding(1000, 400, 0);
    assertThat(windowsOf(plan, TimeBounds.MIN_TIMESTAMP))
        .hasSizeBetween(2, 3)
        .allMatch(window -> window.contains(TimeBounds.MIN_TIMESTAMP));
  }

  @Test
  void longestSettings_doNotOverflow() {
    Random random = new Random(7);
    WindowPlan plan =
        AlignedWindowPlan.sliding(
            TimeBounds.MAX_DURATION, TimeBounds.MAX_DURATION - 1, TimeBounds.MAX_DURATION - 2);
    for (int i = 0; i < 1000; i++) {
      long timestamp = random.nextLong(TimeBounds.MIN_TIMESTAMP, TimeBounds.LAST_WINDOW_INSTANT);
      assertThat(windowsOf(plan, timestamp))
          .isNotEmpty()
          .allMatch(window -> window.contains(timestamp));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 1 | 0 | size: must be from 1 ms to 9223372036854775 ms but was 0 ms."
            + " Use global windows for all of time.",
        "1 | -5 | 0 | period: must be from 1 ms to 9223372036854775 ms but was -5 ms."
            + " Use global windows for all of time.",
        "10 | 4 | 4 | offset: must be from 0 to less than the period of 4 ms but was 4 ms."
            + " Use the offset modulo the period."
      })
  void wrongSettings_areRefused(long size, long period, long offset, String message) {
    assertThatThrownBy(() -> AlignedWindowPlan.sliding(size, period, offset))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void global_isOneWindowOfOneSlice() {
    WindowPlan plan = new GlobalWindowPlan();
    assertThat(windowsOf(plan, TimeBounds.MIN_TIMESTAMP)).isEqualTo(windowsOf(plan, 42)).hasSize(1);
    assertThat(plan.windowAt(0).maxTimestamp()).isEqualTo(TimeBounds.LAST_WINDOW_INSTANT);
    assertThat(plan.firstOpenWindow(TimeBounds.LAST_WINDOW_INSTANT)).isZero();
    assertThat(plan.firstOpenWindow(TimeBounds.MAX_TIMESTAMP)).isEqualTo(Long.MAX_VALUE);
  }
}
