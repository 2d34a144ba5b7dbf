package io.slicewise.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The oracle gives what every scenario expects whose windows do not merge; so does the engine,
 * however it is driven.
 */
class OracleScenarioTest {
  private static final Path SCENARIOS = Path.of("src/main/resources/scenarios");

  static List<Named<Scenario>> scenarios() throws IOException {
    try (Stream<Path> files = Files.list(SCENARIOS)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .flatMap(file -> ScenarioReader.read(file).stream())
          .filter(Oracles::support)
          .map(scenario -> Named.of(scenario.id(), scenario))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void oracleGivesWhatIsExpected(Scenario scenario) throws Exception {
    assertThat(Differences.of(scenario.expect(), Oracles.run(scenario))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void engineGivesWhatIsExpected(Scenario scenario) throws Exception {
    for (EngineRun.Drive drive : EngineRun.Drive.values()) {
      assertThat(Differences.of(scenario.expect(), drive.run(scenario)))
          .as("driven by %s", drive)
          .isEmpty();
    }
  }
}
