package io.slicewise.dataflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.joda.time.Instant;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** That a translation can fail: what the runner's checks refuse, which the library avoids. */
class DataflowRefusalsTest {
  @TempDir private Path directory;

  /** What a session aggregation would be if it left the merging of windows to the runner. */
  @ParameterizedTest
  @EnumSource(names = "RUNNER_V2.*", mode = Mode.MATCH_NONE)
  void stateInMergingWindows_isRefused(DataflowMode mode) {
    assertThatThrownBy(
            () -> TranslatedJob.of(mode, directory, DataflowRefusalsTest::countInSessions))
        .hasStackTraceContaining(
            "DataflowRunner does not currently support state or timers with merging windows");
  }

  /** Runner v2 checks that only in the service: the pipeline tells of it. */
  @ParameterizedTest
  @EnumSource(names = "RUNNER_V2.*", mode = Mode.MATCH_ALL)
  void stateInMergingWindows_isSeenInThePipeline(DataflowMode mode) throws IOException {
    TranslatedJob job = TranslatedJob.of(mode, directory, DataflowRefusalsTest::countInSessions);
    assertThat(PipelineSteps.of(job, "Aggregate").windowsOfKeyedInputs())
        .containsEntry("Count", "beam:window_fn:session_windows:v1 NEEDS_MERGE");
  }

  private static void countInSessions(PCollection<KV<String, Long>> input) {
    input
        .apply("In sessions", PublicTransforms.sessions())
        .apply("Aggregate/Count", ParDo.of(new CountFn()));
  }

  /** What would have given elements in order, and is not used for it. */
  @ParameterizedTest
  @EnumSource(names = "STREAMING.*", mode = Mode.MATCH_ALL)
  void sortedInput_isRefusedInStreaming(DataflowMode mode) {
    assertThatThrownBy(
            () ->
                TranslatedJob.of(
                    mode, directory, input -> input.apply("Sorted", ParDo.of(new SortedFn()))))
        .hasStackTraceContaining("does not currently support @RequiresTimeSortedInput");
  }

  private static final class CountFn extends DoFn<KV<String, Long>, Long> {
    private static final long serialVersionUID = 1L;

    @StateId("count")
    private final StateSpec<ValueState<Long>> countSpec = StateSpecs.value();

    @ProcessElement
    public void process(@StateId("count") ValueState<Long> count, OutputReceiver<Long> output) {
      Long before = count.read();
      count.write(before == null ? 1 : before + 1);
      output.output(count.read());
    }
  }

  private static final class SortedFn extends DoFn<KV<String, Long>, Instant> {
    private static final long serialVersionUID = 1L;

    @StateId("latest")
    private final StateSpec<ValueState<Instant>> latestSpec = StateSpecs.value();

    @RequiresTimeSortedInput
    @ProcessElement
    public void process(
        @Timestamp Instant timestamp,
        @StateId("latest") ValueState<Instant> latest,
        OutputReceiver<Instant> output) {
      latest.write(timestamp);
      output.output(timestamp);
    }
  }
}
