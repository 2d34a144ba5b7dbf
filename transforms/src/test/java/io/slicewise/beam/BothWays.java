package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/**
 * Runs a stream through Beam's own transforms and through ours, on the direct runner, and compares.
 * All comparisons of one instance share a pipeline, as a pipeline costs more than its steps.
 */
final class BothWays<V> {
  private final Pipeline pipeline;
  private final PCollection<KV<String, V>> input;
  private final List<Comparison> comparisons = new ArrayList<>();

  private record Comparison(String description, Panes<?> beam, Panes<?> ours) {}

  BothWays(TestStream<KV<String, V>> stream) {
    this.pipeline = Pipeline.create(options());
    this.input = pipeline.apply(stream);
  }

  BothWays(Pipeline pipeline, PCollection<KV<String, V>> input) {
    this.pipeline = pipeline;
    this.input = input;
  }

  /** Compares {@code window} and {@code combineFn} in one pipeline, on a script. */
  static <O> void assertSame(
      Window<KV<String, Long>> window, CombineFn<Long, ?, O> combineFn, String script) {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(script));
    bothWays.compare(script, window, combineFn);
    bothWays.assertSame();
  }

  /** Adds a comparison to the pipeline. */
  <O> void compare(
      String description, Window<KV<String, V>> window, CombineFn<? super V, ?, O> combineFn) {
    int number = comparisons.size();
    PCollection<KV<String, O>> beam =
        input
            .apply("Window " + number, window)
            .apply("Combine " + number, Combine.<String, V, O>perKey(combineFn));
    PCollection<KV<String, O>> ours =
        input.apply(
            "Aggregate " + number,
            SlicedWindowAggregate.<String, V, O>perKey(combineFn).windowedBy(window));
    assertThat(ours.getWindowingStrategy()).isEqualTo(beam.getWindowingStrategy());
    assertThat(ours.getCoder()).isEqualTo(beam.getCoder());
    Panes<KV<String, O>> beamPanes = new Panes<>();
    Panes<KV<String, O>> ourPanes = new Panes<>();
    beam.apply("Beam's panes " + number, ParDo.of(beamPanes)).setCoder(VoidCoder.of());
    ours.apply("Our panes " + number, ParDo.of(ourPanes)).setCoder(VoidCoder.of());
    comparisons.add(new Comparison(description, beamPanes, ourPanes));
  }

  /** Runs the pipeline and asserts that values, windows, timestamps and panes are the same. */
  void assertSame() {
    pipeline.run().waitUntilFinish();
    for (Comparison comparison : comparisons) {
      assertThat(comparison.ours().lines())
          .describedAs(comparison.description())
          .isNotEmpty()
          .isEqualTo(comparison.beam().lines());
    }
  }

  static PipelineOptions options() {
    DirectOptions options = PipelineOptionsFactory.create().as(DirectOptions.class);
    options.setTargetParallelism(2);
    return options;
  }
}
