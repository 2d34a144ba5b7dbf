package io.slicewise.pipelines.files;

import io.slicewise.pipelines.SettingException;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.StreamingOptions;

/** Runners that run inside this process. */
final class InProcess {
  private static final String FLINK_HERE = "[local]";

  private InProcess() {}

  static boolean isFlink(PipelineOptions options) {
    return options.getRunner().equals(FlinkRunner.class);
  }

  /**
   * Checks the runner.
   *
   * @throws SettingException if it runs elsewhere, where this machine's files are not
   */
  static void require(PipelineOptions options) {
    Class<?> runner = options.getRunner();
    if (!isFlink(options) && !runner.equals(DirectRunner.class)) {
      throw new SettingException(
          String.format(
              "--runner=%s: files-to-report runs inside this process. Use DirectRunner or"
                  + " FlinkRunner.",
              runner.getSimpleName()));
    }
    String master = options.as(FlinkPipelineOptions.class).getFlinkMaster();
    if (isFlink(options) && !master.startsWith("[")) {
      throw new SettingException(
          String.format(
              "--flinkMaster=%s: files-to-report runs inside this process. Leave it out.", master));
    }
  }

  /**
   * Makes each record meet the watermark that those before it made: a runner that reads ahead, or
   * in bundles, would give other panes with each run.
   */
  static void prepare(PipelineOptions options) {
    options.as(StreamingOptions.class).setStreaming(true);
    if (isFlink(options)) {
      FlinkPipelineOptions flink = options.as(FlinkPipelineOptions.class);
      flink.setFlinkMaster(FLINK_HERE);
      flink.setMaxBundleSize(1L);
      flink.setAutoWatermarkInterval(1L);
      if (flink.getParallelism() < 1) {
        flink.setParallelism(1);
      }
    } else {
      options.as(DirectOptions.class).setTargetParallelism(1);
    }
  }
}
