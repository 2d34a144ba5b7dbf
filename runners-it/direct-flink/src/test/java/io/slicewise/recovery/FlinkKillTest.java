package io.slicewise.recovery;

import static io.slicewise.recovery.RecoveryAssert.assertComplete;
import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.oracle.BeamPanes;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.recovery.FlinkCluster.StateBackend;
import io.slicewise.recovery.FlinkCluster.Submitted;
import io.slicewise.replay.Replay;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.Pipeline;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Flink jobs that are killed while they run, and go on from their last checkpoint: what came out,
 * taken once each, is what comes out of a job that is left alone, and what Beam's own {@code
 * ReduceFnRunner} makes of the input; a table that is written by key and window ends with the sum
 * of each.
 *
 * <p>{@code -Dslicewise.kills=N} kills N times or a few more, in jobs of all cases by turns.
 */
class FlinkKillTest {
  private static final long CHECKPOINT_INTERVAL_MILLIS = 60;
  private static final long BUNDLE_MILLIS = 20;
  private static final long RETRY_DELAY_MILLIS = 10;
  private static final int KILLS = Integer.getInteger("slicewise.kills", 16);

  /** By the number of task managers, so that a job needs them all. */
  private static final Map<Integer, FlinkCluster> CLUSTERS = new HashMap<>();

  @TempDir private Path checkpoints;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    for (int parallelism : List.of(1, 2)) {
      CLUSTERS.put(parallelism, FlinkCluster.start(parallelism, directory));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    for (FlinkCluster cluster : CLUSTERS.values()) {
      cluster.stop();
    }
  }

  static Stream<Arguments> jobs() {
    int perJob = Kill.Kind.values().length;
    List<RecoveryCase> cases = List.of(RecoveryCase.values());
    List<StateBackend> backends = List.of(StateBackend.values());
    return IntStream.range(0, (KILLS + perJob - 1) / perJob)
        .mapToObj(
            seed ->
                Arguments.of(
                    cases.get(seed % cases.size()),
                    backends.get((seed + seed / cases.size()) % backends.size()),
                    seed));
  }

  @ParameterizedTest(name = "{0}, state {1}, seed {2}")
  @MethodSource("jobs")
  void killedJob_givesWhatAnotherGives(
      RecoveryCase recoveryCase, StateBackend backend, long seed, TestReporter reporter)
      throws Exception {
    Scenario scenario = recoveryCase.scenario(seed);
    ScenarioOutput expected = BeamPanes.of(scenario);
    int events = scenario.events().size();
    try (KillSchedule none = KillSchedule.open(List.of(), events, seed);
        Sink sink = Sink.open()) {
      run(recoveryCase, scenario, backend, none, sink);

      assertThat(sink.panes()).hasSameSizeAs(expected.panes());
      assertComplete("left alone", recoveryCase, scenario, expected, sink);
    }
    List<Kill.Kind> kinds = List.of(Kill.Kind.values());
    try (KillSchedule kills = KillSchedule.open(kinds, events, seed);
        Sink sink = Sink.open()) {
      int restarts = run(recoveryCase, scenario, backend, kills, sink);

      reporter.publishEntry("kills", String.join("; ", kills.log()));
      assertThat(kills.log()).hasSameSizeAs(kinds);
      assertThat(restarts).as("restarts").isEqualTo(kinds.size());
      // The first may have come before there was a checkpoint.
      assertThat(kills.resumed()).as("from a checkpoint").isGreaterThan(kinds.size() / 2);
      assertThat(sink.panes()).as("what came again").hasSizeGreaterThan(expected.panes().size());
      assertComplete("after " + kills.log(), recoveryCase, scenario, expected, sink);
    }
  }

  /** Runs a job to its end, and returns how often it was started again. */
  private int run(
      RecoveryCase recoveryCase,
      Scenario scenario,
      StateBackend backend,
      KillSchedule kills,
      Sink sink)
      throws Exception {
    FlinkCluster cluster = CLUSTERS.get(recoveryCase.parallelism());
    FlinkPipelineOptions options =
        cluster.options(backend, checkpoints, recoveryCase.parallelism());
    options.setMaxBundleSize(recoveryCase.bundleSize());
    options.setMaxBundleTimeMills(BUNDLE_MILLIS);
    options.setCheckpointingInterval(CHECKPOINT_INTERVAL_MILLIS);
    options.setNumberOfExecutionRetries(kills.kills().size());
    options.setExecutionRetryDelay(RETRY_DELAY_MILLIS);
    Pipeline pipeline = Pipeline.create(options);
    try (Replay replay = Replay.open(scenario.events(), kills)) {
      new RecoveryPipeline(recoveryCase, scenario, kills, sink).addTo(pipeline, replay);
      Submitted job = cluster.submit(pipeline);
      if (!kills.kills().isEmpty()) {
        cluster.awaitWhileRunning(kills.taskManagerDue(), job);
        cluster.replaceTaskManager();
      }
      cluster.awaitEnd(job);
      return cluster.restarts(job);
    }
  }
}
