package io.slicewise.dataflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.dataflow.PublicTransforms.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every public transform, as {@code DataflowRunner} translates it: its own checks pass, and the
 * steps, states, timers and windows are those that the transform asks for. Nothing is run.
 */
class DataflowTranslationTest {
  private static final NoNetwork NETWORK = NoNetwork.install();

  @TempDir private static Path directory;

  @AfterAll
  static void nothingIsAskedOfAnyServer() {
    NETWORK.close();
    assertThat(NETWORK.attempts()).isEmpty();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("usesAndModes")
  void translates(Use use, DataflowMode mode) throws IOException {
    TranslatedJob job = TranslatedJob.of(mode, directory, use.transform());

    assertThat(job.jobType()).isEqualTo(mode.jobType());
    PipelineSteps pipeline = PipelineSteps.of(job, "Aggregate");
    assertThat(pipeline.steps()).isEqualTo(use.steps());
    assertThat(pipeline.states()).isEqualTo(use.states());
    assertThat(pipeline.windowsOfKeyedInputs().keySet()).isEqualTo(use.states().keySet());
    assertThat(pipeline.windowsOfKeyedInputs().values())
        .containsOnly("beam:window_fn:global_windows:v1 NON_MERGING");
    assertThat(JobSteps.of(job, "Aggregate")).isEqualTo(stepsOfJob(use, mode));
    assertThat(JobSteps.sortsBeforeState(job, "Aggregate")).isTrue();
  }

  /** On the Fn API a job refers to the pipeline and has no steps of its own. */
  private static List<Step> stepsOfJob(Use use, DataflowMode mode) {
    if (mode.usesFnApi()) {
      return List.of();
    }
    return mode.isStreaming() ? use.steps() : Step.inBatch(use.steps());
  }

  static Stream<Arguments> usesAndModes() {
    return PublicTransforms.all().stream()
        .flatMap(use -> Arrays.stream(DataflowMode.values()).map(mode -> arguments(use, mode)));
  }

  /** Sessions come out merged: a grouping after them has nothing to merge. */
  @ParameterizedTest
  @EnumSource
  void sessions_areGroupedAsTheyAre(DataflowMode mode) throws IOException {
    TranslatedJob job =
        TranslatedJob.of(
            mode,
            directory,
            input ->
                input
                    .apply(
                        "Aggregate",
                        SlicedWindowAggregate.<String, Long, Long>perKey(new LongSumFn())
                            .windowedBy(PublicTransforms.sessions()))
                    .apply("After/Group", GroupByKey.create()));

    PipelineSteps after = PipelineSteps.of(job, "After");
    assertThat(after.steps())
        .containsExactly(Step.of(Step.Kind.GROUP, "Group").withOnlyOutputIn(Step.INTERVAL));
    assertThat(after.windowsOfInput("Group"))
        .isEqualTo("beam:window_fn:session_windows:v1 ALREADY_MERGED");
  }
}
