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

/** All scenarios, run once by one runner. */
public record ConformanceRun(List<ScenarioResult> results) {

  public static ConformanceRun of(ScenarioRunner runner) {
    List<ScenarioResult> results = new ArrayList<>();
    runner.run(ScenarioFiles.all(), results::add);
    return new ConformanceRun(results);
  }

  /**
   * One test per scenario: it must match, or be unsupported for exactly the declared reasons.
   *
   * @param declaredLimits why the runner cannot run a scenario; nothing if it can
   */
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

  /** How many scenarios ended how. */
  public Map<Status, Long> counts() {
    return results.stream()
        .collect(
            Collectors.groupingBy(ScenarioResult::status, TreeMap::new, Collectors.counting()));
  }
}
