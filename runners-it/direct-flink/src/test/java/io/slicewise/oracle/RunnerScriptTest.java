package io.slicewise.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioResult.Status;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import io.slicewise.pipelines.scenario.WindowSpec;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Random scripts of all kinds as pipelines: all fields of all panes, all late elements and how many
 * were dropped must be what the oracles give. {@code -Dslicewise.runner.scripts=n} and {@code
 * -Dslicewise.seed=n} choose how many and which.
 */
class RunnerScriptTest {
  private static final long SEED = Long.getLong("slicewise.seed", 1970);
  private static final int ON_DIRECT = Integer.getInteger("slicewise.runner.scripts", 300);
  private static final int ON_FLINK = Integer.getInteger("slicewise.runner.scripts", 100);

  /** The longest duration that Beam's protocol has, in milliseconds. */
  private static final long LONGEST = 315_576_000_000_000L;

  private static final int REPORTED = 3;

  /** What can be seen of a pipeline, and what should be. */
  private record Pipelines(ScenarioRunner runner, UnaryOperator<Scenario> seen)
      implements Comparison.Runner {
    private Comparison comparison() {
      return new Comparison(this::expected, List.of(this));
    }

    private Outcome expected(Scenario script) throws Exception {
      Outcome all = Oracles.run(seen.apply(script));
      return new Outcome(all.panes(), all.late(), all.droppedDueToLateness(), 0, Map.of());
    }

    /** Smaller scripts may be such that pipelines refuse them, which is no failure. */
    @Override
    public Outcome run(Scenario script) throws Exception {
      return isRunnable(script) ? actual(runner.run(script)) : expected(script);
    }

    private static Outcome actual(ScenarioResult result) {
      if (result.status() != Status.MATCH && result.status() != Status.MISMATCH) {
        throw new IllegalStateException(result.status() + ": " + result.differences());
      }
      ScenarioOutput output = result.output();
      return new Outcome(output.panes(), output.late(), output.droppedDueToLateness(), 0, Map.of());
    }

    private boolean isAsExpected(ScenarioResult result) {
      try {
        return actual(result).equals(expected(result.scenario()));
      } catch (Exception e) {
        return false;
      }
    }

    private String describe(ScenarioResult result) {
      Scenario script = result.scenario();
      return comparison().failure(script).isPresent()
          ? comparison().describe(comparison().shrink(script))
          : script.id() + " fails beside others only: " + result.toJson();
    }

    @Override
    public String toString() {
      return runner.name();
    }
  }

  @Test
  void directRunnerGivesWhatTheOraclesGive(TestReporter reporter) {
    List<Scenario> scripts = scripts(ON_DIRECT, script -> true);
    assertThat(scripts).anyMatch(RunnerScriptTest::isTimed);
    check(
        new Pipelines(
            PipelineScenarioRunner.onDirectRunner(), RunnerScriptTest::stoppingBeforeTheEnd),
        scripts,
        reporter);
  }

  /** Without processing time, which {@code TestStream} cannot move there. */
  @Test
  void flinkGivesWhatTheOraclesGive(TestReporter reporter) {
    check(
        new Pipelines(PipelineScenarioRunner.onFlinkRunner(), script -> script),
        scripts(ON_FLINK, script -> !isTimed(script)),
        reporter);
  }

  /** The watermark of DirectRunner stops at the last instant of the global window. */
  private static Scenario stoppingBeforeTheEnd(Scenario script) {
    List<Event> events = new ArrayList<>(script.events());
    events.add(events.size() - 1, new Event.Watermark(TimeBounds.LAST_WINDOW_INSTANT));
    return script.withEvents(events);
  }

  /** Scripts of all kinds in turn; one that is not wanted or cannot be run is drawn again. */
  private static List<Scenario> scripts(int count, Predicate<Scenario> isWanted) {
    RandomScripts.Kind[] kinds = RandomScripts.Kind.values();
    return LongStream.range(0, count)
        .mapToObj(
            number ->
                LongStream.iterate(number, drawn -> drawn + count)
                    .mapToObj(
                        drawn ->
                            RandomScripts.script(SEED, drawn, kinds[(int) number % kinds.length]))
                    .filter(script -> isRunnable(script) && isWanted.test(script))
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  /** Whether Beam accepts the trigger for an unbounded input. */
  private static boolean isRunnable(Scenario script) {
    boolean firesAtEndOfTime =
        script.trigger() instanceof TriggerSpec.DefaultTrigger
            && script.windows().contains(new WindowSpec.Global());
    return !firesAtEndOfTime
        && script.windows().stream().allMatch(RunnerScriptTest::isTranslatable)
        && TriggerSafety.isSafe(script.trigger(), script.allowedLatenessMillis());
  }

  /** Whether the sizes of the windows are below the 10,000 years that Beam's protocol takes. */
  private static boolean isTranslatable(WindowSpec windows) {
    long size = 0;
    if (windows instanceof WindowSpec.Fixed fixed) {
      size = fixed.sizeMillis();
    } else if (windows instanceof WindowSpec.Sliding sliding) {
      size = Math.max(sliding.sizeMillis(), sliding.periodMillis());
    } else if (windows instanceof WindowSpec.Sessions sessions) {
      size = sessions.gapMillis();
    } else if (windows instanceof WindowSpec.StreamTime streamTime) {
      size = streamTime.sizeMillis();
    }
    return size < LONGEST;
  }

  private static boolean isTimed(Scenario script) {
    return script.trigger().toString().contains("AfterProcessingTime");
  }

  private static void check(Pipelines pipelines, List<Scenario> scripts, TestReporter reporter) {
    List<ScenarioResult> failing = new ArrayList<>();
    List<ScenarioResult> matching = new ArrayList<>();
    pipelines
        .runner()
        .run(scripts, result -> (pipelines.isAsExpected(result) ? matching : failing).add(result));
    reporter.publishEntry(
        pipelines.toString(),
        "%s of %s scripts of seed %s match".formatted(matching.size(), scripts.size(), SEED));
    if (!failing.isEmpty()) {
      StringBuilder report = new StringBuilder();
      for (ScenarioResult result : failing.subList(0, Math.min(REPORTED, failing.size()))) {
        report.append(pipelines.describe(result)).append('\n');
      }
      fail(
          "%s of %s scripts fail on %s: %s%nThe first ones, shrunk:%n%s",
          failing.size(),
          scripts.size(),
          pipelines,
          failing.stream().map(result -> result.scenario().id()).toList(),
          report);
    }
    assertThat(matching).hasSameSizeAs(scripts);
  }
}
