package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.DistributionResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricQueryResults;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;

class MetricsTest {

  @Test
  void elementsAndPanes_areCounted() {
    Window<KV<String, Long>> window =
        Window.<KV<String, Long>>into(SlidingWindows.of(millis(20)).every(millis(10)))
            .triggering(
                AfterWatermark.pastEndOfWindow()
                    .withEarlyFirings(AfterPane.elementCountAtLeast(2))
                    .withLateFirings(AfterPane.elementCountAtLeast(1)))
            .withAllowedLateness(millis(5))
            .accumulatingFiredPanes();
    // Element 2 makes [-10, 10) and [0, 20) fire early; W21 both on time; element 3 is late for
    // [0, 20) and expired for [-10, 10); element 4 is too late for both.
    MetricQueryResults metrics = run(window, "1@1 2@2 W21 3@3 W26 4@4");
    assertThat(countersOf(metrics))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "elements", 4L,
                "lateElements", 1L,
                "droppedDueToLateness", 3L,
                "panesEarly", 2L,
                "panesOnTime", 2L,
                "panesLate", 1L));
    DistributionResult merges = distributionOf(metrics, SlicedWindowMetrics.MERGES_PER_PANE);
    assertThat(merges.getCount()).isEqualTo(5);
    DistributionResult slices = distributionOf(metrics, SlicedWindowMetrics.LIVE_SLICES);
    assertThat(slices.getMax()).isEqualTo(1);
  }

  @Test
  void elementsBetweenWindows_areCounted() {
    assertThat(
            countersOf(
                run(Window.into(SlidingWindows.of(millis(3)).every(millis(10))), "1@1 2@5 3@6")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("elements", 3L, "gapElements", 2L, "panesOnTime", 1L));
  }

  @Test
  void lateElements_areCountedWithoutAnOutputForThem() {
    assertThat(countersOf(run(Window.into(FixedWindows.of(millis(10))), "1@1 W20 2@5 3@6")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "elements", 3L, "lateElements", 2L, "droppedDueToLateness", 2L, "panesOnTime", 1L));
  }

  /** A day by the minute: when the last window has gone, so has the last slice. */
  @Test
  void slices_areGoneWithTheirLastWindow() {
    MetricQueryResults metrics =
        run(
            Window.into(SlidingWindows.of(millis(1440)).every(millis(1))),
            "1@10 2@500 3@5 W1000 4@1001 W1400 5@1399");
    Map<String, Long> counters = countersOf(metrics);
    assertThat(counters)
        .containsEntry("elements", 5L)
        .containsEntry("panesOnTime", 1440L + 1399 - 5)
        .doesNotContainKeys("lateElements");
    DistributionResult slices = distributionOf(metrics, SlicedWindowMetrics.LIVE_SLICES);
    assertThat(slices.getMin()).isZero();
    assertThat(slices.getMax()).isLessThanOrEqualTo(5);
  }

  private static MetricQueryResults run(Window<KV<String, Long>> window, String script) {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline
        .apply(Scripts.stream(script))
        .apply(SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(window));
    PipelineResult result = pipeline.run();
    result.waitUntilFinish();
    return result
        .metrics()
        .queryMetrics(
            MetricsFilter.builder()
                .addNameFilter(MetricNameFilter.inNamespace(SlicedWindowMetrics.NAMESPACE))
                .build());
  }

  private static Map<String, Long> countersOf(MetricQueryResults metrics) {
    Map<String, Long> counters = new TreeMap<>();
    metrics
        .getCounters()
        .forEach(counter -> counters.put(counter.getName().getName(), counter.getAttempted()));
    return counters;
  }

  private static DistributionResult distributionOf(MetricQueryResults metrics, String name) {
    for (var distribution : metrics.getDistributions()) {
      if (distribution.getName().getName().equals(name)) {
        return distribution.getAttempted();
      }
    }
    throw new AssertionError("No distribution " + name);
  }
}
