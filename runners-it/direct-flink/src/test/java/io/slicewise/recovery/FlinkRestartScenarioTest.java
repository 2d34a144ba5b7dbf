package io.slicewise.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.conformance.DeclaredLimits;
import io.slicewise.conformance.ScenarioFiles;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.run.EmbeddedRunner;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import io.slicewise.recovery.FlinkCluster.StateBackend;
import io.slicewise.replay.ReplayInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Scenarios on Flink whose restarts are restarts: the job is stopped with a savepoint there, and
 * goes on from it.
 *
 * <p>{@code -Dslicewise.restarts=N} puts a restart into N of the scenarios that have none.
 */
class FlinkRestartScenarioTest {
  private static final int ADDED = Integer.getInteger("slicewise.restarts", 10);
  private static final int SCENARIOS_PER_JOB = 32;
  private static FlinkCluster cluster;

  @TempDir private Path directory;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    cluster = FlinkCluster.start(1, directory);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.stop();
  }

  @ParameterizedTest(name = "state {0}, seed {1}")
  @CsvSource({"HEAP, 0", "ROCKS_DB, 1"})
  void restartedScenarios_match(StateBackend backend, long seed, TestReporter reporter) {
    List<Scenario> runnable =
        ScenarioFiles.all().stream()
            .filter(scenario -> DeclaredLimits.ofFlink(scenario).isEmpty())
            .toList();
    List<Scenario> restarted = withRestarts(runnable, seed);
    Map<Integer, List<Scenario>> byRestarts =
        restarted.stream()
            .collect(
                Collectors.groupingBy(
                    FlinkRestartScenarioTest::restarts, TreeMap::new, Collectors.toList()));
    List<ScenarioResult> results = new ArrayList<>();
    try (ReplayInput input = new ReplayInput()) {
      EmbeddedRunner runner =
          new EmbeddedRunner(
              "FlinkRunner with restarts",
              SCENARIOS_PER_JOB,
              () -> options(backend),
              input,
              scenario -> List.of());
      RestartExecution execution = new RestartExecution(cluster, input, directory);
      byRestarts
          .values()
          .forEach(
              scenarios ->
                  new PipelineScenarioRunner(runner, execution).run(scenarios, results::add));
      reporter.publishEntry(
          "scenarios, by number of restarts",
          byRestarts.entrySet().stream()
              .map(entry -> entry.getKey() + ": " + entry.getValue().size())
              .collect(Collectors.joining(", ")));
      reporter.publishEntry("jobs that went on from a savepoint", "" + execution.restarts());
      assertThat(execution.restarts()).isGreaterThanOrEqualTo(Collections.max(byRestarts.keySet()));
    }
    assertThat(results).hasSameSizeAs(restarted);
    assertThat(results.stream().filter(ScenarioResult::isFailure).map(ScenarioResult::toJson))
        .isEmpty();
  }

  /** The scenarios that have restarts, and others with one at a place that {@code seed} decides. */
  private static List<Scenario> withRestarts(List<Scenario> scenarios, long seed) {
    List<Scenario> restarted = new ArrayList<>();
    List<Scenario> others = new ArrayList<>();
    scenarios.forEach(scenario -> (restarts(scenario) > 0 ? restarted : others).add(scenario));
    Random random = new Random(seed);
    Collections.shuffle(others, random);
    others.stream()
        .limit(ADDED)
        .map(scenario -> withRestart(scenario, random.nextInt(scenario.events().size())))
        .forEach(restarted::add);
    return restarted;
  }

  private static Scenario withRestart(Scenario scenario, int place) {
    List<Event> events = new ArrayList<>(scenario.events());
    events.add(place, new Event.Restart());
    return scenario.withEvents(scenario.id() + ", restarted before event " + place, events);
  }

  private static int restarts(Scenario scenario) {
    return (int) scenario.events().stream().filter(Event.Restart.class::isInstance).count();
  }

  private FlinkPipelineOptions options(StateBackend backend) {
    FlinkPipelineOptions options = cluster.options(backend, directory, 1);
    // Each element in a bundle of its own: an open bundle holds the watermark back.
    options.setMaxBundleSize(1L);
    return options;
  }
}
