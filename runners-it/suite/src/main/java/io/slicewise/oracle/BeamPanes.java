package io.slicewise.oracle;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;

/** What Beam's own {@code ReduceFnRunner} makes of scenarios, key by key, without any runner. */
public final class BeamPanes {
  private BeamPanes() {}

  /** All that must come out of {@code scenario}, in an order of its own. */
  public static ScenarioOutput of(Scenario scenario) throws Exception {
    Outcome outcome = ReduceFnOracle.run(scenario);
    return new ScenarioOutput(outcome.panes(), outcome.late(), outcome.droppedDueToLateness());
  }
}
