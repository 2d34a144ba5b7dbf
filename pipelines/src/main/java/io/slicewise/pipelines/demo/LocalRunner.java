package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.replay.ReplaySource;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** The runners of the demo, inside this process unless Flink is given a cluster. */
public enum LocalRunner {
  /** Beam's own runner for small data. */
  DIRECT("DirectRunner") {
    @Override
    PipelineOptions options(FlinkSettings flink) {
      DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
      options.setRunner(DirectRunner.class);
      options.setTargetParallelism(1);
      return options;
    }

    @Override
    ReplaySource suit(ReplaySource replay) {
      return replay;
    }
  },

  /**
   * Flink, streaming. Bundles of one element and a watermark every millisecond let each element
   * meet the watermark that the elements before it made.
   */
  FLINK("FlinkRunner") {
    @Override
    PipelineOptions options(FlinkSettings flink) {
      FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
      options.setRunner(FlinkRunner.class);
      options.setFlinkMaster("[local]");
      options.setStreaming(true);
      options.setMaxBundleSize(1L);
      options.setAutoWatermarkInterval(1L);
      flink.applyTo(options);
      return options;
    }

    @Override
    ReplaySource suit(ReplaySource replay) {
      return replay.withCheckpointsAtAnyTime();
    }
  };

  private final String title;

  LocalRunner(String title) {
    this.title = title;
  }

  /** Fresh options for a pipeline on this runner. */
  abstract PipelineOptions options(FlinkSettings flink);

  /** The replay as this runner reads it. */
  abstract ReplaySource suit(ReplaySource replay);

  /** Whether it goes back to a checkpoint after a failure, if it takes any. */
  boolean repeats() {
    return this == FLINK;
  }

  /** The runner of a name as Beam has it, or without the ending "Runner". */
  static LocalRunner of(String option, String name) {
    for (LocalRunner runner : values()) {
      if (runner.title.equalsIgnoreCase(name) || runner.name().equalsIgnoreCase(name)) {
        return runner;
      }
    }
    throw new SettingException(
        String.format("%s=%s: unknown. Use one of: %s, %s.", option, name, DIRECT, FLINK));
  }

  /** The name as Beam has it. */
  @Override
  public String toString() {
    return title;
  }
}
