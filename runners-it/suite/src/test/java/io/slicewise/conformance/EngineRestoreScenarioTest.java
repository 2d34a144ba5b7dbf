package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.ScenarioResult.Status;
import io.slicewise.pipelines.scenario.run.EngineScenarioRunner;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The scenarios on the pure engine, with its state saved and restored after every event. */
class EngineRestoreScenarioTest {
  private static final ConformanceRun RUN =
      ConformanceRun.of(new EngineScenarioRunner(EngineScenarioRunner.Saving.AFTER_EVERY_EVENT));

  @TestFactory
  Stream<DynamicTest> everyScenarioMatchesOrIsDeclaredUnsupported() {
    return RUN.tests(scenario -> List.of());
  }

  @Test
  void counts() {
    assertThat(RUN.counts()).isEqualTo(Map.of(Status.MATCH, 178L));
  }
}
