package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioReader;
import io.slicewise.pipelines.scenario.ScenarioWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writing and reading the scenarios again changes nothing. */
class ScenarioRoundTripTest {
  @Test
  void everyScenarioIsReadBackAsItWas() {
    List<Scenario> scenarios = ScenarioFiles.all();

    String written = ScenarioWriter.write(scenarios);

    assertThat(ScenarioReader.parse(written, "written")).isEqualTo(scenarios);
    assertThat(scenarios).hasSize(178);
  }
}
