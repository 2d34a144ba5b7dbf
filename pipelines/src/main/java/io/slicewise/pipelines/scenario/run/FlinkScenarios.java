package io.slicewise.pipelines.scenario.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** Scenarios on Flink, on a cluster inside this process. */
public final class FlinkScenarios {
  /** Several scenarios per pipeline: starting Flink takes far longer than running one. */
  private static final int SCENARIOS_PER_PIPELINE = 32;

  private FlinkScenarios() {}

  /**
   * Streaming; one task and each element in a bundle of its own, unless set otherwise.
   *
   * @param name what results call it
   * @param settings what to set in the options
   */
  public static EmbeddedRunner streaming(String name, Consumer<FlinkPipelineOptions> settings) {
    return new EmbeddedRunner(
        name,
        SCENARIOS_PER_PIPELINE,
        () -> {
          FlinkPipelineOptions options = options();
          options.setStreaming(true);
          options.setMaxBundleSize(1L);
          settings.accept(options);
          return options;
        },
        new TestStreamInput(Optional.empty()),
        Limits::ofFlink);
  }

  /**
   * The elements alone, in batch mode.
   *
   * @param name what results call it
   * @param settings what to set in the options
   */
  public static EmbeddedRunner batch(String name, Consumer<FlinkPipelineOptions> settings) {
    return new EmbeddedRunner(
        name,
        SCENARIOS_PER_PIPELINE,
        () -> {
          FlinkPipelineOptions options = options();
          settings.accept(options);
          return options;
        },
        new BoundedInput(),
        scenario -> List.of());
  }

  private static FlinkPipelineOptions options() {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("[local]");
    options.setParallelism(1);
    return options;
  }
}
