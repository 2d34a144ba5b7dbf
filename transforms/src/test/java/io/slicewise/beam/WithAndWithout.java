package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;

/** Runs what should be the same on the direct runner, in one pipeline, and compares. */
final class WithAndWithout {
  private final List<Comparison> comparisons = new ArrayList<>();

  private record Comparison(String description, Panes<?> with, Panes<?> without) {}

  /** Adds a comparison of what comes out. */
  <T> void compare(String description, PCollection<T> with, PCollection<T> without) {
    assertThat(with.getWindowingStrategy()).isEqualTo(without.getWindowingStrategy());
    assertThat(with.getCoder()).isEqualTo(without.getCoder());
    comparisons.add(new Comparison(description, panesOf(with), panesOf(without)));
  }

  private static <T> Panes<T> panesOf(PCollection<T> collection) {
    Panes<T> panes = new Panes<>();
    collection.apply("Panes of " + collection.getName(), ParDo.of(panes)).setCoder(VoidCoder.of());
    return panes;
  }

  /** Runs the pipeline and asserts that values, windows, timestamps and panes are the same. */
  void assertSame(Pipeline pipeline) {
    pipeline.run().waitUntilFinish();
    for (Comparison comparison : comparisons) {
      assertThat(comparison.with().lines())
          .describedAs(comparison.description())
          .containsExactlyElementsOf(comparison.without().lines());
    }
    assertThat(comparisons).anyMatch(comparison -> !comparison.with().lines().isEmpty());
  }

  /** The counters of an aggregation, after a run. */
  static Map<String, Long> counters(PipelineResult result) {
    result.waitUntilFinish();
    Map<String, Long> counters = new TreeMap<>();
    result
        .metrics()
        .queryMetrics(
            MetricsFilter.builder()
                .addNameFilter(MetricNameFilter.inNamespace(SlicedWindowMetrics.NAMESPACE))
                .build())
        .getCounters()
        .forEach(counter -> counters.put(counter.getName().getName(), counter.getAttempted()));
    return counters;
  }

  /** The primitive steps below the step of that name. */
  static List<String> stepsBelow(String name, Pipeline pipeline) {
    List<String> steps = new ArrayList<>();
    pipeline.traverseTopologically(
        new Pipeline.PipelineVisitor.Defaults() {
          @Override
          public void visitPrimitiveTransform(TransformHierarchy.Node node) {
            if (node.getFullName().startsWith(name + "/")) {
              steps.add(node.getFullName().substring(name.length() + 1));
            }
          }
        });
    return steps;
  }
}
