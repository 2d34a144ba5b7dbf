package io.slicewise.pipelines.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Something that can run scenarios. */
public interface ScenarioRunner {
  /** What results call this runner. */
  String name();

  /**
   * Runs scenarios and compares what comes out; failures are results too.
   *
   * @param results takes one result per scenario, in their order, as soon as it is known
   */
  void run(List<Scenario> scenarios, Consumer<ScenarioResult> results);

  /** Runs one scenario. */
  default ScenarioResult run(Scenario scenario) {
    List<ScenarioResult> results = new ArrayList<>();
    run(List.of(scenario), results::add);
    return results.get(0);
  }
}
