package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.runners.TransformHierarchy;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowingStrategy;

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

  /**
   * Adds comparisons of an aggregation in three windows at once.
   *
   * @param windows gives the windows, one after the other
   * @param setting what one of the two has
   */
  void compareSeveral(
      PCollection<KV<String, Long>> input,
      Supplier<Window<KV<String, Long>>> windows,
      UnaryOperator<SlicedWindowAggregateMulti<String, Long, String>> setting) {
    SlicedWindowAggregateMulti<String, Long, String> contents = null;
    List<TupleTag<KV<String, String>>> tags = new ArrayList<>();
    StringBuilder description = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      TupleTag<KV<String, String>> tag = new TupleTag<>("windows " + i);
      tags.add(tag);
      Window<KV<String, Long>> window = windows.get();
      description.append(describe(window)).append(' ');
      contents =
          contents == null
              ? SlicedWindowAggregate.<String, Long, String>perKey(new Contents())
                  .windowedBy(tag, window)
              : contents.windowedBy(tag, window);
    }
    PCollectionTuple with = input.apply("With several", setting.apply(contents));
    PCollectionTuple without = input.apply("Without several", contents.withoutPreAggregation());
    for (TupleTag<KV<String, String>> tag : tags) {
      compare(description + " " + tag, with.get(tag), without.get(tag));
    }
  }

  /** All settings of a window. */
  static String describe(Window<?> window) {
    return window.getOutputStrategyInternal(WindowingStrategy.globalDefault()).toString();
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
