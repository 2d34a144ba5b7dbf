package io.slicewise.oracle;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.FutureBound;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.slice.ChillRule;
import io.slicewise.core.slice.InverseFold;
import io.slicewise.core.slice.NaiveFold;
import io.slicewise.core.slice.StackedFold;
import io.slicewise.core.sliced.FoldChoice;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.run.ScenarioWindows;

/** An engine, and the bytes of its states. */
record EngineSetup(KeyEngine<Object, Object> engine, StateBytes bytes) {

  static WindowedAggregation aggregationOf(Scenario scenario, Emission emission) {
    return new WindowedAggregation(
        ScenarioWindows.forEngine(scenario).specs().stream()
            .map(spec -> spec.withEmission(emission))
            .toList(),
        FutureBound.NONE);
  }

  static EngineSetup of(Scenario scenario, WindowedAggregation aggregation, EngineRun.Drive drive) {
    AllValues.EngineFn function = new AllValues.EngineFn(scenario.aggregate());
    return new EngineSetup(
        aggregation.engine(function, foldsFor(scenario), chillRuleFor(drive)),
        new StateBytes(
            aggregation.codec(function), aggregation.hotCodec(function), aggregation.coldCodec()));
  }

  /** Each kind of fold takes its turn, however few the slices are. */
  private static FoldChoice foldsFor(Scenario scenario) {
    return switch (scenario.events().size() % 3) {
      case 0 -> FoldChoice.BY_COST;
      case 1 -> (spec, all, function) -> new StackedFold(all.size() + 1);
      default ->
          (spec, all, function) ->
              function.isInvertible() ? new InverseFold(spec.position()) : new NaiveFold();
    };
  }

  /** However few the slices are, those that are not needed go, one page at a time. */
  private static ChillRule chillRuleFor(EngineRun.Drive drive) {
    return drive == EngineRun.Drive.EVERY_MOVE ? ChillRule.NEVER : new ChillRule(1, 1);
  }
}
