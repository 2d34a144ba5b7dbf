package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The elements of the scenarios as bounded inputs on Spark. */
class SparkBatchScenarioTest {
  private static final BatchConformanceRun RUN =
      new BatchConformanceRun(
          new PipelineScenarioRunner(SparkBatch.SCENARIOS), BatchScenarios.all());

  @TestFactory
  Stream<DynamicTest> everyScenarioGivesTheBatchAnswer() {
    return RUN.testsAndRow();
  }

  @Test
  void counts() {
    assertThat(RUN.kept())
        .isEqualTo(
            Map.of(
                BatchPromise.WHOLE,
                140L,
                BatchPromise.ANY_ORDER,
                25L,
                BatchPromise.ANY_MOMENT,
                13L));
  }
}
