package io.slicewise.pipelines.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.run.ScenarioWindows;
import java.util.Collection;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CostTest {
  private static final long MINUTE = 60_000;

  @ParameterizedTest
  @CsvSource({
    "--windows=sliding --size=60m --period=1m",
    "--windows=sliding --size=6m --period=4m",
    "--windows=sliding --size=7m --period=3m --offset=2m",
    "--windows=fixed --size=5m",
    "--windows=fixed --size=2m",
    "--windows=cumulative --size=6m --period=2m"
  })
  void windowsOfAnElement_areThoseThatBeamPutsItInto(String options) {
    Question question = ExampleTest.question(options);
    WindowSpec spec = question.windows().get(0);
    LongSummaryStatistics beam =
        LongStream.range(0, 300)
            .map(second -> assigned(question, spec, second * 7_000))
            .summaryStatistics();

    Cost cost = Cost.of(question);

    assertThat(cost.fewestWindows()).isEqualTo(beam.getMin());
    assertThat(cost.mostWindows()).isEqualTo(beam.getMax());
  }

  private static long assigned(Question question, WindowSpec spec, long timestampMillis) {
    @SuppressWarnings("unchecked")
    WindowFn<Object, BoundedWindow> windowFn =
        (WindowFn<Object, BoundedWindow>)
            ScenarioWindows.forBeam(question.scenario(), spec).getWindowFn();
    try {
      Collection<BoundedWindow> windows =
          windowFn.assignWindows(
              windowFn.new AssignContext() {
                @Override
                public Object element() {
                  return 1L;
                }

                @Override
                public Instant timestamp() {
                  return Instant.ofEpochMilli(timestampMillis);
                }

                @Override
                public BoundedWindow window() {
                  throw new UnsupportedOperationException("No window yet");
                }
              });
      return windows.size();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 60, 600, 1_440})
  void elementThatWaitsForTheWatermark_isWrittenOnce_howeverManyWindowsItIsIn(int ratio) {
    Cost cost = Cost.of(ExampleTest.question("--size=" + ratio + "m --period=1m"));

    assertThat(cost.full()).isTrue();
    assertThat(cost.writesPerElement()).isEqualTo(1);
    assertThat(cost.timers()).isEqualTo(1);
    assertThat(cost.mostWindows()).isEqualTo(ratio);
    assertThat(cost.windowsAlive()).isEqualTo(ratio);
    assertThat(cost.panesPerElement()).isEqualTo(1.0 / Cost.ELEMENTS_PER_SLICE);
    assertThat(cost.mostSlices()).isBetween(ratio, ratio + 64);
    assertThat(cost.mergesPerPane()).isBetween(0.0, 10.0);
    assertThat(cost.mergesPerPaneByInverse()).isBetween(0.0, 4.0);
    assertThat(cost.keptMillis()).isEqualTo(ratio * MINUTE - 1);
  }

  @Test
  void lateness_keepsStateLonger() {
    Cost cost = Cost.of(ExampleTest.question("--size=10m --period=1m --lateness=5m"));

    assertThat(cost.keptMillis()).isEqualTo(15 * MINUTE - 1);
    assertThat(cost.windowsAlive()).isEqualTo(15);
    assertThat(cost.mostSlices()).isGreaterThanOrEqualTo(14);
  }

  @Test
  void triggerThatLooksAtElements_givesAPaneInEachWindow() {
    Cost cost = Cost.of(ExampleTest.question("--size=10m --period=1m --trigger=every-element"));

    // each of ten windows for each of two elements, and each window's on-time pane
    assertThat(cost.panesPerElement()).isEqualTo(10.5);
    assertThat(cost.writesPerElement()).isLessThanOrEqualTo(2);
  }

  @Test
  void windowsThatTakeTooLongToFill_areSaidNotToBeFull() {
    Cost cost = Cost.of(ExampleTest.question("--size=24h --period=1m --trigger=every-element"));

    assertThat(cost.full()).isFalse();
    assertThat(cost.mostWindows()).isEqualTo(1_440);
  }
}
