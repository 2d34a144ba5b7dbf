package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioResult.Status;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Batch scenarios, run once by one runner. */
public final class BatchConformanceRun {
  private final List<BatchScenario> scenarios;
  private final List<ScenarioResult> results = new ArrayList<>();

  /** Runs {@code scenarios} by {@code runner}, which must read bounded inputs. */
  public BatchConformanceRun(ScenarioRunner runner, List<BatchScenario> scenarios) {
    this.scenarios = List.copyOf(scenarios);
    runner.run(this.scenarios.stream().map(BatchScenario::scenario).toList(), results::add);
  }

  /** One test per scenario: what was promised must have come out. */
  public Stream<DynamicTest> tests() {
    return IntStream.range(0, scenarios.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    scenarios.get(i).scenario().id(),
                    () ->
                        assertThat(differences(i))
                            .as(scenarios.get(i).scenario().title())
                            .isEmpty()));
  }

  /** Of how many scenarios how much has come out, as promised. */
  public Map<BatchPromise, Long> kept() {
    return IntStream.range(0, scenarios.size())
        .filter(i -> differences(i).isEmpty())
        .mapToObj(i -> scenarios.get(i).promise())
        .collect(Collectors.groupingBy(promise -> promise, TreeMap::new, Collectors.counting()));
  }

  private List<String> differences(int index) {
    ScenarioResult result = results.get(index);
    boolean ran = result.status() == Status.MATCH || result.status() == Status.MISMATCH;
    return ran ? scenarios.get(index).differences(result.output()) : result.differences();
  }
}
