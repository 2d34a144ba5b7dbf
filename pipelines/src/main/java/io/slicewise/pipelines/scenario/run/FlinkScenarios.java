package io.slicewise.pipelines.scenario.run;

import java.util.Optional;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** Scenarios on Flink, on a cluster inside this process. */
final class FlinkScenarios {
  /** Several scenarios per pipeline: starting Flink takes far longer than running one. */
  private static final int SCENARIOS_PER_PIPELINE = 32;

  static final EmbeddedRunner STREAMING =
      new EmbeddedRunner(
          "FlinkRunner",
          SCENARIOS_PER_PIPELINE,
          FlinkScenarios::options,
          new TestStreamInput(Optional.empty()),
          Limits::ofFlink);

  private FlinkScenarios() {}

  private static PipelineOptions options() {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("[local]");
    options.setStreaming(true);
    options.setParallelism(1);
    // Each element in a bundle of its own: an open bundle holds the watermark back.
    options.setMaxBundleSize(1L);
    return options;
  }
}
