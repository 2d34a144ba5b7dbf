package io.slicewise.oracle;

import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.pipelines.scenario.Expectation;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioWriter;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.List;
import java.util.Optional;

/** Compares what the engine makes of a scenario with what the oracle makes of it. */
final class Comparison {

  /** Something that runs scenarios. */
  interface Runner {
    /** Runs {@code scenario}. */
    Outcome run(Scenario scenario) throws Exception;

    /**
     * Whether the output watermark may be earlier than that of the oracle. With {@link
     * TimestampCombiner#LATEST} the engine holds it back to the earliest element of a window, where
     * Beam's hold moves on to the latest. Of several specifications each may hold it back at
     * another time, and sessions that will be withdrawn hold it back where Beam has none.
     */
    default boolean mayHoldBackLonger(Scenario scenario) {
      return scenario.timestampCombiner() == TimestampCombiner.LATEST
          || scenario.windows().size() > 1
          || (scenario.accumulation() == Scenario.Accumulation.RETRACTING
              && scenario.windows().get(0) instanceof WindowSpec.Sessions);
    }
  }

  private final Runner oracle;
  private final List<Runner> engines;

  /** Compares each of {@code engines} with {@code oracle}. */
  Comparison(Runner oracle, List<Runner> engines) {
    this.oracle = oracle;
    this.engines = engines;
  }

  /** How an engine fails, or empty if all give what the oracle gives. */
  Optional<String> failure(Scenario scenario) {
    Outcome expected;
    try {
      expected = oracle.run(scenario);
    } catch (Exception e) {
      throw new IllegalStateException("The oracle cannot run " + scenario, e);
    }
    for (Runner engine : engines) {
      try {
        Outcome actual = engine.run(scenario);
        if (!actual.agreesWith(expected, engine.mayHoldBackLonger(scenario))) {
          return Optional.of(engine + " gives\n" + actual);
        }
      } catch (Exception e) {
        StackTraceElement[] trace = e.getStackTrace();
        return Optional.of(
            engine + " fails: " + e + (trace.length > 0 ? " at " + trace[0] : "") + "\n");
      }
    }
    return Optional.empty();
  }

  /** The smallest scenario found that fails, starting from {@code failing}. */
  Scenario shrink(Scenario failing) {
    return Shrinker.shrink(failing, scenario -> failure(scenario).isPresent());
  }

  /** A failing scenario in its JSON form, expecting what the oracle gives, and both results. */
  String describe(Scenario failing) {
    try {
      Outcome expected = oracle.run(failing);
      Expectation expectation =
          Expectation.exactly(expected.panes(), expected.late(), expected.droppedDueToLateness());
      return ScenarioWriter.write(List.of(failing.withExpect(expectation)))
          + "The oracle gives\n"
          + expected
          + failure(failing).orElseThrow();
    } catch (Exception e) {
      throw new IllegalStateException("The oracle cannot run " + failing, e);
    }
  }
}
