package io.slicewise.pipelines.scenario.run;

import java.util.List;
import java.util.Optional;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;

/** Scenarios on Beam's DirectRunner. */
final class DirectScenarios {
  /** One scenario per pipeline: all test streams of a pipeline share its processing time. */
  static final EmbeddedRunner STREAMING =
      new EmbeddedRunner(
          "DirectRunner",
          1,
          DirectScenarios::options,
          new TestStreamInput(Optional.of(BoundedWindow.TIMESTAMP_MIN_VALUE)),
          scenario -> List.of());

  private DirectScenarios() {}

  private static PipelineOptions options() {
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setRunner(DirectRunner.class);
    options.setTargetParallelism(1);
    return options;
  }
}
