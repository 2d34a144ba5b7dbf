package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.ScenarioResult.Status;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The scenarios as streaming pipelines on Flink, inside this process. */
class FlinkRunnerScenarioTest {
  private static final ConformanceRun RUN =
      ConformanceRun.of(PipelineScenarioRunner.onFlinkRunner());

  @TestFactory
  Stream<DynamicTest> everyScenarioMatchesOrIsDeclaredUnsupported() {
    return RUN.tests(DeclaredLimits::ofFlink);
  }

  @Test
  void counts() {
    assertThat(RUN.counts()).isEqualTo(Map.of(Status.MATCH, 168L, Status.UNSUPPORTED, 10L));
  }
}
