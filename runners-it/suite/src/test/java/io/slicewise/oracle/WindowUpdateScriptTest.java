package io.slicewise.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.pipelines.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random scripts whose windows, or their lateness, change in the middle, on the state that is there
 * then: each pane after is that of a run with the new windows from the beginning.
 */
class WindowUpdateScriptTest {
  private static final long SCRIPTS = RandomScriptTest.SCRIPTS / 10;

  /** With the default trigger, against the definition. */
  @Test
  void stateGoesOnWithOtherWindows() {
    RandomScriptTest.check(
        new Comparison(WindowUpdateScriptTest::byDefinition, engines()),
        number -> {
          Script script = Script.of(WindowUpdates.script(RandomScriptTest.SEED, number));
          script.trigger = new TriggerSpec.DefaultTrigger();
          return script.toScenario();
        },
        SCRIPTS);
  }

  /** With any trigger, windows that stay what they were are in step with Beam's. */
  @Test
  void windowsThatStay_goOnWhereTheyWere() {
    RandomScriptTest.check(
        new Comparison(WindowUpdateScriptTest::byBeam, engines()),
        number ->
            WindowUpdates.withLatenessAsItWas(
                WindowUpdates.script(RandomScriptTest.SEED + 1, number)),
        SCRIPTS);
  }

  /** The scripts are about all that can change. */
  @Test
  void scripts_changeWindowsInEachWay() {
    List<Scenario> accepted =
        LongStream.range(0, 200)
            .mapToObj(number -> WindowUpdates.script(RandomScriptTest.SEED, number))
            .filter(WindowUpdates::isAccepted)
            .toList();
    assertThat(accepted).hasSizeGreaterThan(120);
    assertThat(accepted)
        .anyMatch(it -> !WindowUpdates.update(it).keepsWindows())
        .anyMatch(it -> WindowUpdates.update(it).hasSameWindows())
        .anyMatch(
            it ->
                WindowUpdates.update(it).keepsWindows()
                    && !WindowUpdates.update(it).hasSameWindows());
  }

  private static List<Comparison.Runner> engines() {
    List<Comparison.Runner> engines = new ArrayList<>();
    for (EngineRun.Drive drive : EngineRun.Drive.values()) {
      engines.add(scenario -> byEngine(scenario, drive));
    }
    return engines;
  }

  private static Outcome byEngine(Scenario scenario, EngineRun.Drive drive) throws Exception {
    Scenario before = WindowUpdates.before(scenario);
    Scenario after = WindowUpdates.after(scenario);
    // what the watermark is when an update comes is not known to a key that waits for a timer
    boolean longer = after.allowedLatenessMillis() > before.allowedLatenessMillis();
    boolean hearsOfMoves = drive == EngineRun.Drive.EVERY_MOVE || drive == EngineRun.Drive.RESTORED;
    EngineRun.Drive used = longer && !hearsOfMoves ? EngineRun.Drive.EVERY_MOVE : drive;
    return withoutOutputWatermarks(
        WindowUpdates.isAccepted(scenario)
            ? EngineRun.runUpdated(before, after, WindowUpdates.position(scenario), used)
            : used.run(before));
  }

  private static Outcome byDefinition(Scenario scenario) {
    Scenario before = WindowUpdates.before(scenario);
    return withoutOutputWatermarks(
        WindowUpdates.isAccepted(scenario)
            ? NaiveOracle.runUpdated(
                before,
                WindowUpdates.after(scenario),
                WindowUpdates.position(scenario),
                WindowUpdates.update(scenario).keepsWindows())
            : NaiveOracle.run(before));
  }

  /** Of the old windows what comes before the update, of the new ones what comes after. */
  private static Outcome byBeam(Scenario scenario) throws Exception {
    Scenario before = WindowUpdates.before(scenario);
    if (!WindowUpdates.isAccepted(scenario)) {
      return withoutOutputWatermarks(ReduceFnOracle.run(before));
    }
    int position = WindowUpdates.position(scenario);
    Scenario after = WindowUpdates.after(scenario);
    Outcome old = ReduceFnOracle.run(WindowUpdates.firstEvents(before, position));
    Outcome repeated = ReduceFnOracle.run(WindowUpdates.firstEvents(after, position));
    Outcome all = ReduceFnOracle.run(after);
    return new Outcome(
        joined(old.panes(), all.panes(), repeated.panes()),
        joined(old.late(), all.late(), repeated.late()),
        old.droppedDueToLateness() + all.droppedDueToLateness() - repeated.droppedDueToLateness(),
        old.droppedDueToClosedWindow()
            + all.droppedDueToClosedWindow()
            - repeated.droppedDueToClosedWindow(),
        Map.of());
  }

  private static <T> List<T> joined(List<T> old, List<T> all, List<T> repeated) {
    List<T> joined = new ArrayList<>(all);
    repeated.forEach(joined::remove);
    joined.addAll(old);
    return joined;
  }

  private static Outcome withoutOutputWatermarks(Outcome outcome) {
    return new Outcome(
        outcome.panes(),
        outcome.late(),
        outcome.droppedDueToLateness(),
        outcome.droppedDueToClosedWindow(),
        Map.of());
  }
}
