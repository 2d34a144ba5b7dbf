package io.slicewise.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.pipelines.scenario.Expectation;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioReader;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random scripts through the engine and through Beam's {@code ReduceFnRunner}: all fields of all
 * panes, all late elements and all counters must be equal. {@code -Dslicewise.scripts=n} and {@code
 * -Dslicewise.seed=n} choose how many and which.
 */
class RandomScriptTest {
  static final long SCRIPTS = Long.getLong("slicewise.scripts", 10_000);
  static final long SEED = Long.getLong("slicewise.seed", 1970);
  private static final int REPORTED = 3;

  @Test
  void engineGivesWhatBeamGives() {
    check(
        new Comparison(ReduceFnOracle::run, List.of(EngineRun.Drive.values())),
        number -> RandomScripts.script(SEED, number),
        SCRIPTS);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ANY", "TRAILING"})
  void engineGivesWhatBeamGivesForWindowsOfTheDefinition(RandomScripts.Kind kind) {
    check(
        new Comparison(ReduceFnOracle::run, List.of(EngineRun.Drive.values())),
        number -> RandomScripts.script(SEED, number, kind),
        SCRIPTS / 4);
  }

  @Test
  void engineGivesTheTrailingWindowsOfTheDefinition() {
    check(
        new Comparison(TrailingOracle::run, List.of(EngineRun.Drive.values())),
        number -> RandomScripts.script(SEED, number, RandomScripts.Kind.TRAILING),
        SCRIPTS / 4);
  }

  @Test
  void naiveOracleAgreesWithBeam() {
    check(
        new Comparison(ReduceFnOracle::run, List.of(NaiveOracle::run)),
        number -> {
          Script script = Script.of(RandomScripts.script(SEED, number));
          script.trigger = new TriggerSpec.DefaultTrigger();
          return script.toScenario();
        },
        SCRIPTS / 10);
  }

  @Test
  void wrongEngineIsFoundAndShrunk() {
    Comparison comparison =
        new Comparison(ReduceFnOracle::run, List.of(RandomScriptTest::forgetLatePanes));
    Scenario failing =
        LongStream.range(0, 1000)
            .mapToObj(number -> RandomScripts.script(SEED, number))
            .filter(scenario -> comparison.failure(scenario).isPresent())
            .findFirst()
            .orElseThrow();

    Scenario small = comparison.shrink(failing);

    assertThat(small.events()).hasSizeLessThanOrEqualTo(4);
    assertThat(small.trigger()).isEqualTo(new TriggerSpec.DefaultTrigger());
    String description = comparison.describe(small);
    String json = description.substring(0, description.indexOf("The oracle gives"));
    Expectation expect = ScenarioReader.parse(json, "the report").get(0).expect();
    assertThat(expect.panes()).isNotEmpty();
  }

  static void check(Comparison comparison, LongFunction<Scenario> script, long count) {
    List<Scenario> failing =
        LongStream.range(0, count)
            .parallel()
            .mapToObj(script)
            .filter(scenario -> comparison.failure(scenario).isPresent())
            .toList();
    if (!failing.isEmpty()) {
      StringBuilder report = new StringBuilder();
      for (Scenario scenario : failing.subList(0, Math.min(REPORTED, failing.size()))) {
        report.append(comparison.describe(comparison.shrink(scenario))).append('\n');
      }
      fail(
          "%s of %s scripts of seed %s fail; the first ones, shrunk:%n%s",
          failing.size(), count, SEED, report);
    }
  }

  private static Outcome forgetLatePanes(Scenario scenario) throws Exception {
    Outcome outcome = EngineRun.Drive.EVERY_MOVE.run(scenario);
    return new Outcome(
        outcome.panes().stream().filter(pane -> pane.timing() != PaneTiming.LATE).toList(),
        outcome.late(),
        outcome.droppedDueToLateness(),
        outcome.droppedDueToClosedWindow(),
        outcome.outputWatermarks());
  }
}
