package io.slicewise.conformance;

import io.slicewise.pipelines.scenario.run.BoundedInput;
import io.slicewise.pipelines.scenario.run.EmbeddedRunner;
import java.util.List;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.apache.beam.runners.spark.SparkRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** Spark inside this process, reading bounded inputs. */
final class SparkBatch {
  /** Several scenarios per pipeline: each is a job of its own, but they share the start. */
  private static final int SCENARIOS_PER_PIPELINE = 32;

  static final EmbeddedRunner SCENARIOS =
      new EmbeddedRunner(
          "SparkRunner, batch",
          SCENARIOS_PER_PIPELINE,
          SparkBatch::options,
          new BoundedInput(),
          scenario -> List.of());

  private SparkBatch() {}

  /** The options of a pipeline on two threads. */
  static PipelineOptions options() {
    SparkPipelineOptions options = PipelineOptionsFactory.as(SparkPipelineOptions.class);
    options.setRunner(SparkRunner.class);
    options.setSparkMaster("local[2]");
    return options;
  }
}
