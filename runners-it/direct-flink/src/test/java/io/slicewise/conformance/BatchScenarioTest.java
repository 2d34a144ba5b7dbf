package io.slicewise.conformance;

import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.run.DirectScenarios;
import io.slicewise.pipelines.scenario.run.EmbeddedRunner;
import io.slicewise.pipelines.scenario.run.FlinkScenarios;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The elements of the scenarios as bounded inputs. */
class BatchScenarioTest {

  /**
   * The watermark is that of the elements still to come, so it moves on between them. Sessions that
   * merge where they touch are left out: a session is over when the watermark is at its end, where
   * one may still come.
   */
  @TestFactory
  Stream<DynamicTest> direct() {
    return run(
        DirectScenarios.batch("DirectRunner, batch"),
        BatchScenarios.all().stream()
            .filter(scenario -> !mergesWhereTouching(scenario))
            .map(BatchScenario::withMovingWatermark)
            .toList());
  }

  private static boolean mergesWhereTouching(BatchScenario scenario) {
    return scenario.scenario().windows().stream()
        .anyMatch(spec -> spec instanceof WindowSpec.Sessions sessions && sessions.inclusiveGap());
  }

  @TestFactory
  Stream<DynamicTest> flink() {
    return run(
        FlinkScenarios.batch("FlinkRunner, batch", options -> options.setParallelism(2)),
        BatchScenarios.all());
  }

  private static Stream<DynamicTest> run(EmbeddedRunner runner, List<BatchScenario> scenarios) {
    return new BatchConformanceRun(new PipelineScenarioRunner(runner), scenarios).testsAndRow();
  }
}
