package io.slicewise.recovery;

import static org.assertj.core.api.Assertions.assertThat;

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
   * @param expected what must come out of {@code scenario}
   */
  static void assertComplete(
      String job,
      RecoveryCase recoveryCase,
      Scenario scenario,
      ScenarioOutput expected,
      Sink sink) {
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
