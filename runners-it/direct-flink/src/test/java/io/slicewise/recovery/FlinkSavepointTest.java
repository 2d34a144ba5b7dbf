package io.slicewise.recovery;

import static io.slicewise.recovery.RecoveryAssert.assertComplete;
import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.oracle.BeamPanes;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.recovery.FlinkCluster.StateBackend;
import io.slicewise.recovery.FlinkCluster.Submitted;
import io.slicewise.replay.Replay;
import io.slicewise.replay.ReplayGate;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.Pipeline;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Flink jobs that are stopped with a savepoint in the middle of their windows, and go on from it,
 * with as many subtasks or with other numbers of them: each pane comes once, and is what it is
 * without a stop.
 *
 * <p>{@code -Dslicewise.savepoints=N} runs N jobs; 48 are all cases in all ways.
 */
class FlinkSavepointTest {
  private static final int JOBS = Integer.getInteger("slicewise.savepoints", 5);
  private static final long BUNDLE_MILLIS = 20;

  /** From how many subtasks to how many. */
  private static final List<List<Integer>> PARALLELISMS =
      List.of(List.of(1, 2), List.of(2, 1), List.of(2, 4));

  private static FlinkCluster cluster;

  @TempDir private Path directory;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    cluster = FlinkCluster.start(4, directory);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.stop();
  }

  static Stream<Arguments> jobs() {
    List<RecoveryCase> cases = List.of(RecoveryCase.values());
    List<StateBackend> backends = List.of(StateBackend.values());
    return IntStream.range(0, JOBS)
        .mapToObj(
            seed -> {
              RecoveryCase recoveryCase = cases.get(seed % cases.size());
              int round = seed / cases.size();
              List<Integer> parallelisms =
                  recoveryCase.hasLateElements()
                      ? List.of(1, 1)
                      : PARALLELISMS.get((seed + round / 2) % PARALLELISMS.size());
              return Arguments.of(
                  recoveryCase,
                  backends.get((seed / 2 + round) % backends.size()),
                  parallelisms.get(0),
                  parallelisms.get(1),
                  seed);
            });
  }

  @ParameterizedTest(name = "{0}, state {1}, from {2} to {3} subtasks, seed {4}")
  @MethodSource("jobs")
  void restoredJob_goesOn(
      RecoveryCase recoveryCase, StateBackend backend, int before, int after, long seed)
      throws Exception {
    Scenario scenario = recoveryCase.scenario(seed);
    int events = scenario.events().size();
    int place = events / 4 + new Random(seed).nextInt(events / 2);
    ReplayGate gate = new ReplayGate();
    try (KillSchedule none = KillSchedule.open(List.of(), events, seed);
        Replay replay = Replay.open(scenario.events(), gate);
        Sink sink = Sink.open()) {
      RecoveryPipeline steps = new RecoveryPipeline(recoveryCase, scenario, none, sink);

      CompletableFuture<Void> read = gate.open(place);
      FlinkPipelineOptions options = options(recoveryCase, backend, before);
      Submitted stopped = submit(steps, options, replay);
      cluster.awaitWhileRunning(read, stopped);
      String savepoint = cluster.stopWithSavepoint(stopped, directory);
      assertThat(sink.panes()).as("panes before the stop").isNotEmpty();

      gate.openAll();
      FlinkPipelineOptions optionsAfter = options(recoveryCase, backend, after);
      optionsAfter.setSavepointPath(savepoint);
      cluster.awaitEnd(submit(steps, optionsAfter, replay));

      ScenarioOutput expected = BeamPanes.of(scenario);
      assertThat(sink.panes()).hasSameSizeAs(expected.panes());
      assertComplete("stopped after event " + place, recoveryCase, scenario, expected, sink);
    }
  }

  private FlinkPipelineOptions options(
      RecoveryCase recoveryCase, StateBackend backend, int parallelism) {
    FlinkPipelineOptions options = cluster.options(backend, directory, parallelism);
    options.setMaxBundleSize(recoveryCase.bundleSize());
    options.setMaxBundleTimeMills(BUNDLE_MILLIS);
    return options;
  }

  private static Submitted submit(
      RecoveryPipeline steps, FlinkPipelineOptions options, Replay replay) throws Exception {
    Pipeline pipeline = Pipeline.create(options);
    steps.addTo(pipeline, replay);
    return cluster.submit(pipeline);
  }
}
