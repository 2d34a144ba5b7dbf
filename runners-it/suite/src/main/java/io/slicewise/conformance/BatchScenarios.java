package io.slicewise.conformance;

import io.slicewise.oracle.Oracles;
import java.util.List;

/** All scenarios as bounded inputs: their elements alone, and the batch answer. */
public final class BatchScenarios {
  private BatchScenarios() {}

  /** Every scenario, each promising as much as the order of its elements cannot change. */
  public static List<BatchScenario> all() {
    return ScenarioFiles.all().stream().filter(Oracles::support).map(BatchScenario::of).toList();
  }
}
