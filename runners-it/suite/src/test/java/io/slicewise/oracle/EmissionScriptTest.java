package io.slicewise.oracle;

import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random scripts with panes left out and filled in, through the engine and through the definition.
 * {@code -Dslicewise.scripts=n} and {@code -Dslicewise.seed=n} choose how many and which.
 */
class EmissionScriptTest {
  /** The engine, which is told what to leave out and to fill in. */
  private record Engine(EngineRun.Drive drive) implements Comparison.Runner {
    @Override
    public Outcome run(Scenario scenario) throws Exception {
      return EngineRun.run(scenario, drive, emissionOf(scenario));
    }

    @Override
    public boolean mayHoldBackLonger(Scenario scenario) {
      return true;
    }
  }

  @Test
  void engineGivesWhatTheDefinitionSays() {
    List<Comparison.Runner> engines =
        Stream.of(EngineRun.Drive.values()).<Comparison.Runner>map(Engine::new).toList();
    RandomScriptTest.check(
        new Comparison(EmissionScriptTest::runByDefinition, engines),
        EmissionScriptTest::script,
        RandomScriptTest.SCRIPTS / 2);
  }

  /** Scenarios made smaller may have a trigger that the definition does not know. */
  private static Outcome runByDefinition(Scenario scenario) throws Exception {
    return EmissionOracle.knows(scenario.trigger())
        ? EmissionOracle.run(scenario, emissionOf(scenario))
        : new Engine(EngineRun.Drive.EVERY_MOVE).run(scenario);
  }

  /** The same for all scenarios with an id, so that a smaller one fails for the same reason. */
  private static Emission emissionOf(Scenario scenario) {
    Random random = new Random(scenario.id().hashCode() * 0x9E3779B97F4A7C15L);
    random.nextInt();
    boolean early = scenario.trigger() instanceof TriggerSpec.EarlyAndLate;
    Repeats repeats = Repeats.values()[random.nextInt(3)];
    long idle = random.nextInt(3) == 0 ? Emission.NO_FILL : random.nextInt(40);
    return new Emission(repeats, idle, early && random.nextBoolean());
  }

  private static Scenario script(long number) {
    Random random = new Random(RandomScriptTest.SEED * 31 + number);
    Script script = Script.of(scenarioAboutNow(number, random));
    script.combiner = TimestampCombiner.END_OF_WINDOW;
    script.trigger =
        random.nextBoolean()
            ? new TriggerSpec.EarlyAndLate(count(random), count(random))
            : new TriggerSpec.DefaultTrigger();
    script.aggregate =
        AggregateSpec.of(
            random.nextBoolean() ? AggregateSpec.Kind.DISTINCT : AggregateSpec.Kind.LIST);
    script.events.replaceAll(
        event ->
            event instanceof Event.Element element
                ? new Event.Element(element.key(), random.nextLong(3), element.timestampMillis())
                : event);
    return script.toScenario();
  }

  private static TriggerSpec count(Random random) {
    return new TriggerSpec.AfterPane(random.nextBoolean() ? 1 : 2 + random.nextInt(2));
  }

  /** A script of fixed, sliding or cumulative windows, away from the ends of time. */
  private static Scenario scenarioAboutNow(long number, Random random) {
    RandomScripts.Kind kind =
        random.nextInt(3) == 0 ? RandomScripts.Kind.CUMULATIVE : RandomScripts.Kind.ANY;
    for (long attempt = number; ; attempt += 1_000_003) {
      Scenario scenario = RandomScripts.script(RandomScriptTest.SEED, attempt, kind);
      WindowSpec spec = scenario.windows().get(0);
      boolean known =
          spec instanceof WindowSpec.Fixed
              || spec instanceof WindowSpec.Sliding
              || spec instanceof WindowSpec.Cumulative;
      boolean aboutNow =
          scenario.events().stream()
              .filter(Event.Element.class::isInstance)
              .mapToLong(event -> ((Event.Element) event).timestampMillis())
              .allMatch(millis -> Math.abs(millis) < TimeBounds.LAST_WINDOW_INSTANT / 1000);
      if (known && aboutNow) {
        return scenario;
      }
    }
  }
}
