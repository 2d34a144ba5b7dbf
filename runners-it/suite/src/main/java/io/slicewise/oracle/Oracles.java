package io.slicewise.oracle;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;

/** What must come out of a scenario, from the oracle that knows its windows. */
public final class Oracles {
  private Oracles() {}

  /** Whether there is an oracle for the windows of {@code scenario}. */
  public static boolean support(Scenario scenario) {
    return TrailingOracle.supports(scenario) || ReduceFnOracle.supports(scenario);
  }

  /**
   * Everything that must come out of {@code scenario}.
   *
   * @throws IllegalStateException if its oracle cannot run it
   */
  public static ScenarioOutput output(Scenario scenario) {
    try {
      Outcome outcome = run(scenario);
      return new ScenarioOutput(outcome.panes(), outcome.late(), outcome.droppedDueToLateness());
    } catch (Exception e) {
      throw new IllegalStateException("The oracle cannot run " + scenario, e);
    }
  }

  /** Runs {@code scenario}. */
  static Outcome run(Scenario scenario) throws Exception {
    return TrailingOracle.supports(scenario)
        ? TrailingOracle.run(scenario)
        : ReduceFnOracle.run(scenario);
  }
}
