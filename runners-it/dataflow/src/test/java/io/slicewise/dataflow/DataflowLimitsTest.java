package io.slicewise.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.beam.Capabilities;
import io.slicewise.beam.Capabilities.Limit;
import java.util.List;
import org.apache.beam.runners.dataflow.DataflowRunner;
import org.apache.beam.runners.dataflow.options.DataflowPipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where a pipeline on Dataflow does not see the watermark: on Runner v2, with a stream. */
class DataflowLimitsTest {

  @ParameterizedTest
  @EnumSource
  void watermarkIsNotShownToStreamsOfRunnerV2(DataflowMode mode) {
    IsBounded bounded = mode.isStreaming() ? IsBounded.UNBOUNDED : IsBounded.BOUNDED;
    List<Limit> expected =
        mode == DataflowMode.RUNNER_V2_STREAMING ? List.of(Limit.FN_API_WATERMARK) : List.of();

    assertThat(Capabilities.limitsOf(optionsOf(mode), bounded)).isEqualTo(expected);
  }

  /** The option or the input: either makes a stream. */
  @ParameterizedTest
  @EnumSource(IsBounded.class)
  void streamingOptionMakesAStreamOfAnyInput(IsBounded bounded) {
    assertThat(Capabilities.limitsOf(optionsOf(DataflowMode.RUNNER_V2_STREAMING), bounded))
        .containsExactly(Limit.FN_API_WATERMARK);
  }

  private static DataflowPipelineOptions optionsOf(DataflowMode mode) {
    DataflowPipelineOptions options =
        PipelineOptionsFactory.fromArgs(mode.arguments().toArray(String[]::new))
            .as(DataflowPipelineOptions.class);
    options.setRunner(DataflowRunner.class);
    return options;
  }
}
