package io.slicewise.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine at the ends of time, however it is driven. */
class EndsOfTimeTest {
  static List<Named<Scenario>> scenarios() throws Exception {
    return EndsOfTime.ofEngine().stream()
        .map(scenario -> Named.of(scenario.title(), scenario))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void engineGivesWhatTheOracleSays(Scenario scenario) throws Exception {
    assertThat(scenario.expect().panes()).isNotEmpty();
    for (EngineRun.Drive drive : EngineRun.Drive.values()) {
      assertThat(Differences.of(scenario.expect(), drive.run(scenario)))
          .as("driven by %s", drive)
          .isEmpty();
    }
  }
}
