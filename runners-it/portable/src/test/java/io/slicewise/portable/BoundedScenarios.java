package io.slicewise.portable;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Expectation;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.pipelines.scenario.run.EngineScenarioRunner;
import java.util.ArrayList;
import java.util.List;

/**
 * The elements of scenarios as bounded inputs, in which nothing moves until the end of time. What
 * must come out is what the engine gives, which is held against Beam's elsewhere.
 */
final class BoundedScenarios {
  private BoundedScenarios() {}

  static List<Scenario> of(List<Scenario> scenarios) {
    return scenarios.stream().map(BoundedScenarios::bounded).toList();
  }

  private static Scenario bounded(Scenario scenario) {
    List<Event> events = new ArrayList<>();
    scenario.events().stream().filter(Event.Element.class::isInstance).forEach(events::add);
    events.add(new Event.WatermarkEnd());
    Scenario elementsOnly =
        new Scenario(
            scenario.id(),
            scenario.title(),
            scenario.source(),
            scenario.aggregate(),
            scenario.windows(),
            scenario.trigger(),
            scenario.allowedLatenessMillis(),
            scenario.accumulation(),
            scenario.timestampCombiner(),
            scenario.closingBehavior(),
            scenario.onTimeBehavior(),
            events,
            scenario.expect(),
            scenario.verified());
    ScenarioOutput output = new EngineScenarioRunner().run(elementsOnly).output();
    return elementsOnly.withExpect(
        Expectation.exactly(output.panes(), output.late(), output.droppedDueToLateness()));
  }
}
