package io.slicewise.portable;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.conformance.ConformanceRun;
import io.slicewise.conformance.DeclaredLimits;
import io.slicewise.conformance.RunnersPage;
import io.slicewise.conformance.ScenarioFiles;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioResult.Status;
import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * All scenarios as streams, through the SDK's harness. Those that may deviate for a declared cause
 * still must not fail or lose a window.
 */
class FnApiStreamingTest {
  private static final String NAME = "SDK harness on portable Flink, streaming";

  private static List<ScenarioResult> results;

  @BeforeAll
  static void run(@TempDir Path directory) throws IOException {
    List<ScenarioResult> collected = new ArrayList<>();
    try (PortableFlink flink = PortableFlink.start(directory)) {
      new PipelineScenarioRunner(flink.streaming()).run(ScenarioFiles.all(), collected::add);
    }
    results = List.copyOf(collected);
  }

  @TestFactory
  Stream<DynamicTest> everyScenarioMatches_unlessDeclared() {
    return new ConformanceRun(
            NAME,
            results.stream()
                .filter(result -> !Deviations.all().contains(result.scenario().id()))
                .toList())
        .tests(DeclaredLimits::ofFlink);
  }

  @Test
  void declaredScenarios_areSomeOfThoseThatRun() {
    assertThat(
            results.stream()
                .filter(result -> result.status() != Status.UNSUPPORTED)
                .map(result -> result.scenario().id()))
        .containsAll(Deviations.all());
  }

  @Test
  void rowOfTheRunnersPage() {
    Map<Status, Long> counts = new ConformanceRun(NAME, results).counts();
    int deviations = Deviations.all().size();
    RunnersPage.check(
        NAME,
        String.format(
            "| %s | %d | %d | %s; %d: %s |",
            NAME,
            results.size(),
            results.size() - counts.get(Status.UNSUPPORTED) - deviations,
            Stream.of(Deviations.values())
                .map(Deviations::remark)
                .collect(Collectors.joining("; ")),
            counts.get(Status.UNSUPPORTED),
            DeclaredLimits.PROCESSING_TIME_ON_FLINK));
  }

  @TestFactory
  Stream<DynamicTest> slowWatermark_leavesOutOnlyThatAPaneIsTheLast() {
    return testsOf(
        Deviations.STEPS,
        result ->
            assertThat(result.differences())
                .allMatch(
                    difference ->
                        difference.endsWith("isLast expected true but was false")
                            || isFurtherLastPane(difference)));
  }

  private static boolean isFurtherLastPane(String difference) {
    return difference.startsWith("unexpected pane")
        && difference.contains("\"isFirst\": false, \"isLast\": true");
  }

  @TestFactory
  Stream<DynamicTest> unseenWatermark_losesNoWindow() {
    return testsOf(Deviations.UNSEEN_WATERMARK, FnApiStreamingTest::checkNoWindowIsLost);
  }

  @TestFactory
  Stream<DynamicTest> overtakenTimer_losesNoWindow() {
    return testsOf(Deviations.OVERTAKEN_TIMER, FnApiStreamingTest::checkNoWindowIsLost);
  }

  private interface Check {
    void check(ScenarioResult result);
  }

  private static Stream<DynamicTest> testsOf(Deviations cause, Check check) {
    return results.stream()
        .filter(result -> cause.has(result.scenario().id()))
        .map(
            result ->
                DynamicTest.dynamicTest(result.scenario().id(), () -> checkRun(result, check)));
  }

  private static void checkRun(ScenarioResult result, Check check) {
    assertThat(result.status())
        .as(() -> String.join("\n", result.differences()))
        .isIn(Status.MATCH, Status.MISMATCH);
    check.check(result);
  }

  /** A pane's place: what it is of. */
  private record Place(String key, int windowSpec, TimeWindow window) {}

  private static void checkNoWindowIsLost(ScenarioResult result) {
    if (!windowsDependOnTimeAlone(result.scenario())) {
      return;
    }
    Set<Place> fired =
        result.output().panes().stream()
            .map(pane -> new Place(pane.key(), pane.windowSpec(), pane.window()))
            .collect(Collectors.toSet());
    assertThat(result.scenario().expect().panes())
        .filteredOn(pane -> pane.key().isPresent() && pane.window().isPresent())
        .allSatisfy(
            pane ->
                assertThat(fired)
                    .contains(
                        new Place(
                            pane.key().get(), pane.windowSpec().orElse(0), pane.window().get())));
  }

  /** Else an element that is taken earlier or later may change which windows there are. */
  private static boolean windowsDependOnTimeAlone(Scenario scenario) {
    return scenario.windows().stream()
        .noneMatch(
            spec ->
                spec instanceof WindowSpec.Sessions
                    || spec instanceof WindowSpec.StreamTime
                    || spec instanceof WindowSpec.Trailing);
  }
}
