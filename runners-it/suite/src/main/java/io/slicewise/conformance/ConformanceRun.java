package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioResult.Status;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Scenarios, run once by one runner. */
public record ConformanceRun(String runner, List<ScenarioResult> results) {

  /** All scenarios on {@code runner}. */
  public static ConformanceRun of(ScenarioRunner runner) {
    return of(runner, ScenarioFiles.all());
  }

  /** These scenarios on {@code runner}. */
  public static ConformanceRun of(ScenarioRunner runner, List<Scenario> scenarios) {
    List<ScenarioResult> results = new ArrayList<>();
    runner.run(scenarios, results::add);
    return new ConformanceRun(runner.name(), results);
  }

  /**
   * One test per scenario: it must match, or be unsupported for exactly the declared reasons; and
   * one that the row of the run in {@code docs/runners.md} is as measured.
   *
   * @param declaredLimits why the runner cannot run a scenario; nothing if it can
   */
  public Stream<DynamicTest> testsAndRow(Function<Scenario, List<String>> declaredLimits) {
    return Stream.concat(
        tests(declaredLimits),
        Stream.of(DynamicTest.dynamicTest("row of docs/runners.md", this::checkRow)));
  }

  /** As {@link #testsAndRow}, without the row. */
  public Stream<DynamicTest> tests(Function<Scenario, List<String>> declaredLimits) {
    return results.stream()
        .map(
            result ->
                DynamicTest.dynamicTest(
                    result.scenario().id(),
                    () -> check(result, declaredLimits.apply(result.scenario()))));
  }

  private static void check(ScenarioResult result, List<String> limits) {
    assertThat(result.differences()).as(result.scenario().title()).isEqualTo(limits);
    assertThat(result.status()).isEqualTo(limits.isEmpty() ? Status.MATCH : Status.UNSUPPORTED);
  }

  private void checkRow() {
    RunnersPage.check(
        runner,
        String.format(
            "| %s | %d | %d | %s |",
            runner, results.size(), counts().getOrDefault(Status.MATCH, 0L), remarks()));
  }

  /** Why scenarios do not match, and how many there are of each kind. */
  private String remarks() {
    Map<String, Long> reasons =
        results.stream()
            .filter(result -> result.status() != Status.MATCH)
            .collect(
                Collectors.groupingBy(
                    result -> String.join("; ", result.differences()),
                    TreeMap::new,
                    Collectors.counting()));
    return reasons.entrySet().stream()
        .map(reason -> reason.getValue() + ": " + reason.getKey())
        .collect(Collectors.joining("; "));
  }

  /** How many scenarios ended how. */
  public Map<Status, Long> counts() {
    return results.stream()
        .collect(
            Collectors.groupingBy(ScenarioResult::status, TreeMap::new, Collectors.counting()));
  }
}
