package io.slicewise.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.oracle.EndsOfTime;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioResult.Status;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The first and the last instants that there are, on DirectRunner and on Flink. */
class EndsOfTimeRunnerTest {
  @TestFactory
  Stream<DynamicTest> onDirectRunner() throws Exception {
    return tests(PipelineScenarioRunner.onDirectRunner());
  }

  @TestFactory
  Stream<DynamicTest> onFlink() throws Exception {
    return tests(PipelineScenarioRunner.onFlinkRunner());
  }

  private static Stream<DynamicTest> tests(ScenarioRunner runner) throws Exception {
    List<ScenarioResult> results = new ArrayList<>();
    runner.run(EndsOfTime.ofRunners(), results::add);
    return results.stream()
        .map(
            result ->
                DynamicTest.dynamicTest(
                    result.scenario().title(),
                    () -> {
                      assertThat(result.differences()).isEmpty();
                      assertThat(result.status()).isEqualTo(Status.MATCH);
                    }));
  }
}
