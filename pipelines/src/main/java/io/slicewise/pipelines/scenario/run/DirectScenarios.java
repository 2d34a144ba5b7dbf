package io.slicewise.pipelines.scenario.run;

import java.util.List;
import java.util.Optional;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;

/** Scenarios on Beam's DirectRunner. */
public final class DirectScenarios {
  private static final int BOUNDED_SCENARIOS_PER_PIPELINE = 32;

  private DirectScenarios() {}

  /**
   * Streaming, and one scenario per pipeline: all test streams of a pipeline share its processing
   * time.
   *
   * @param name what results call it
   */
  public static EmbeddedRunner streaming(String name) {
    return new EmbeddedRunner(
        name,
        1,
        DirectScenarios::options,
        new TestStreamInput(Optional.of(BoundedWindow.TIMESTAMP_MIN_VALUE)),
        scenario -> List.of());
  }

  /**
   * The elements alone, as bounded input.
   *
   * @param name what results call it
   */
  public static EmbeddedRunner batch(String name) {
    return new EmbeddedRunner(
        name,
        BOUNDED_SCENARIOS_PER_PIPELINE,
        DirectScenarios::options,
        new BoundedInput(),
        scenario -> List.of());
  }

  private static PipelineOptions options() {
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setRunner(DirectRunner.class);
    options.setTargetParallelism(1);
    return options;
  }
}
