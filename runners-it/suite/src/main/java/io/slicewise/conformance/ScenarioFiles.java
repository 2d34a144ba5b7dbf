package io.slicewise.conformance;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The scenarios that every runner is measured against. */
public final class ScenarioFiles {
  private static final List<String> NAMES =
      List.of("adversarial.json", "beam.json", "engines.json", "reports.json", "scotty.json");

  private ScenarioFiles() {}

  public static List<Scenario> all() {
    return NAMES.stream().flatMap(name -> read(name).stream()).toList();
  }

  private static List<Scenario> read(String name) {
    try (InputStream file = ScenarioFiles.class.getResourceAsStream("/scenarios/" + name)) {
      return ScenarioReader.parse(new String(file.readAllBytes(), StandardCharsets.UTF_8), name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
