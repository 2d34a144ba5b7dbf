package io.slicewise.pipelines.scenario.run;

import io.slicewise.pipelines.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;

/** A runner that runs inside this process, and what {@code TestStream} does on it. */
enum BeamRunner {
  /** One scenario per pipeline: all test streams of a pipeline share its processing time. */
  DIRECT("DirectRunner", 1) {
    @Override
    PipelineOptions newOptions() {
      DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
      options.setRunner(DirectRunner.class);
      options.setTargetParallelism(1);
      return options;
    }

    @Override
    List<String> limitsOf(Scenario scenario) {
      return List.of();
    }

    @Override
    Optional<Instant> clockStart() {
      return Optional.of(BoundedWindow.TIMESTAMP_MIN_VALUE);
    }
  },

  /** Several scenarios per pipeline: starting Flink takes far longer than running one. */
  FLINK("FlinkRunner", 32) {
    @Override
    PipelineOptions newOptions() {
      FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
      options.setRunner(FlinkRunner.class);
      options.setFlinkMaster("[local]");
      options.setStreaming(true);
      options.setParallelism(1);
      // Each element in a bundle of its own: an open bundle holds the watermark back.
      options.setMaxBundleSize(1L);
      return options;
    }

    @Override
    List<String> limitsOf(Scenario scenario) {
      return Limits.ofFlink(scenario);
    }

    @Override
    Optional<Instant> clockStart() {
      return Optional.empty();
    }
  };

  private final String runnerName;
  private final int scenariosPerPipeline;

  BeamRunner(String runnerName, int scenariosPerPipeline) {
    this.runnerName = runnerName;
    this.scenariosPerPipeline = scenariosPerPipeline;
  }

  String runnerName() {
    return runnerName;
  }

  int scenariosPerPipeline() {
    return scenariosPerPipeline;
  }

  abstract PipelineOptions newOptions();

  /** Why this runner cannot run {@code scenario}; nothing if it can. */
  abstract List<String> limitsOf(Scenario scenario);

  /**
   * The processing time at which a {@code TestStream} begins; absent if it cannot advance
   * processing time.
   */
  abstract Optional<Instant> clockStart();
}
