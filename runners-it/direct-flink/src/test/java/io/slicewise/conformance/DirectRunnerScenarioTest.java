package io.slicewise.conformance;

import io.slicewise.pipelines.scenario.run.DirectScenarios;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The scenarios as pipelines on DirectRunner. */
class DirectRunnerScenarioTest {

  @TestFactory
  Stream<DynamicTest> everyScenarioMatches() {
    return ConformanceRun.of(
            new PipelineScenarioRunner(DirectScenarios.streaming("DirectRunner, streaming")))
        .testsAndRow(scenario -> List.of());
  }
}
