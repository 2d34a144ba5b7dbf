package io.slicewise.conformance;

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

  /** The watermark is that of the elements still to come, so it moves on between them. */
  @TestFactory
  Stream<DynamicTest> direct() {
    return run(
        DirectScenarios.batch("DirectRunner, batch"),
        BatchScenarios.all().stream().map(BatchScenario::withMovingWatermark).toList());
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
