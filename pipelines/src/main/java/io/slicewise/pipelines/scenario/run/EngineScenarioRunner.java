package io.slicewise.pipelines.scenario.run;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import java.util.List;
import java.util.function.Consumer;

/** Runs scenarios on the pure engine, without Beam. Each key has a state of its own. */
public final class EngineScenarioRunner implements ScenarioRunner {
  private final Saving saving;

  /** When the state of a key is saved as bytes, thrown away, and restored. */
  public enum Saving {
    /** At the restarts of the scenario. */
    AT_RESTARTS,
    /** After every event, as on a runner that keeps state outside the heap. */
    AFTER_EVERY_EVENT
  }

  /** A runner that saves and restores state at the restarts of the scenario. */
  public EngineScenarioRunner() {
    this(Saving.AT_RESTARTS);
  }

  /** A runner that saves and restores state when {@code saving} says. */
  public EngineScenarioRunner(Saving saving) {
    this.saving = saving;
  }

  @Override
  public String name() {
    return "engine";
  }

  @Override
  public void run(List<Scenario> scenarios, Consumer<ScenarioResult> results) {
    scenarios.forEach(scenario -> results.accept(run(scenario)));
  }

  @Override
  public ScenarioResult run(Scenario scenario) {
    try {
      return run(scenario, Aggregate.of(scenario.aggregate(), scenario.valueType()));
    } catch (RuntimeException e) {
      return ScenarioResult.error(scenario, name(), e);
    }
  }

  private <V, A, O> ScenarioResult run(Scenario scenario, Aggregate<V, A, O> aggregate) {
    EngineRun<V, A, O> run = new EngineRun<>(scenario, aggregate, saving);
    scenario.events().forEach(run::accept);
    return ScenarioResult.of(scenario, name(), run.output());
  }
}
