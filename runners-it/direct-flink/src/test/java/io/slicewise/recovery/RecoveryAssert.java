package io.slicewise.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.oracle.BeamPanes;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import java.util.Set;

/** What must hold of all jobs, whatever happened to them. */
final class RecoveryAssert {
  private RecoveryAssert() {}

  /**
   * Everything came out, and whatever came again was the same.
   *
   * @param job what happened to it
   */
  static void assertComplete(String job, RecoveryCase recoveryCase, Scenario scenario, Sink sink)
      throws Exception {
    ScenarioOutput expected = BeamPanes.of(scenario);
    assertThat(Set.copyOf(sink.panes()))
        .as(job)
        .containsExactlyInAnyOrderElementsOf(expected.panes());
    assertThat(Set.copyOf(sink.late()))
        .as(job)
        .containsExactlyInAnyOrderElementsOf(expected.late());
    if (recoveryCase.fillsTable()) {
      assertThat(sink.table()).as(job).isEqualTo(PlainSums.of(scenario));
    }
  }
}
