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
  private final String runner;
  private final List<BatchScenario> scenarios;
  private final List<ScenarioResult> results = new ArrayList<>();

  /** Runs {@code scenarios} by {@code runner}, which must read bounded inputs. */
  public BatchConformanceRun(ScenarioRunner runner, List<BatchScenario> scenarios) {
    this.runner = runner.name();
    this.scenarios = List.copyOf(scenarios);
    runner.run(this.scenarios.stream().map(BatchScenario::scenario).toList(), results::add);
  }

  /**
   * One test per scenario: what was promised must have come out; and one that the row of the run in
   * {@code docs/runners.md} is as measured.
   */
  public Stream<DynamicTest> testsAndRow() {
    Stream<DynamicTest> tests =
        IntStream.range(0, scenarios.size())
            .mapToObj(
                i ->
                    DynamicTest.dynamicTest(
                        scenarios.get(i).scenario().id(),
                        () ->
                            assertThat(differences(i))
                                .as(scenarios.get(i).scenario().title())
                                .isEmpty()));
    return Stream.concat(
        tests, Stream.of(DynamicTest.dynamicTest("row of docs/runners.md", this::checkRow)));
  }

  private void checkRow() {
    Map<BatchPromise, Long> kept = kept();
    RunnersPage.check(
        runner,
        String.format(
            "| %s | %d | %d | %s |",
            runner,
            scenarios.size(),
            kept.values().stream().mapToLong(Long::longValue).sum(),
            Stream.of(BatchPromise.ANY_ORDER, BatchPromise.ANY_MOMENT)
                .filter(kept::containsKey)
                .map(promise -> kept.get(promise) + ": " + promise.remark())
                .collect(Collectors.joining("; "))));
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
