package io.slicewise.pipelines.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.pipelines.scenario.run.EngineScenarioRunner;
import io.slicewise.pipelines.scenario.run.EngineScenarioRunner.Saving;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The panes that are told are those of the scenario runner, which saves state as bytes. */
class ExampleTest {
  private static final List<String> WINDOWS =
      List.of(
          "--windows=fixed --size=4m,6m",
          "--windows=sliding --size=6m --period=4m --offset=1m",
          "--windows=sliding --size=2m --period=5m",
          "--windows=cumulative --size=6m --period=2m",
          "--windows=sessions --gap=3m",
          "--windows=calendar --size=1day,1month --timeZone=Europe/Berlin",
          "--windows=global");

  static Question question(String options) {
    ExplainOptions read = new ExplainOptions();
    new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(read))
        .parseArgs(options.split(" ", -1));
    return Question.of(read);
  }

  static Stream<String> examples() {
    return WINDOWS.stream()
        .flatMap(
            windows ->
                Stream.of(
                    windows,
                    windows + " --lateness=2m --accumulation=discarding",
                    windows
                        + " --lateness=10m --trigger=early-and-late --earlyEvery=10 --accumulation=retracting",
                    windows + " --trigger=every-element --lateness=1m"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void example_thatSuitsTheWindows_givesThePanesOfTheEngine(String options) {
    assertSameAsScenario(question(options));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void randomEvents_giveThePanesOfTheEngine(int seed) {
    Random random = new Random(seed);
    List<String> options = examples().filter(each -> !each.contains("calendar")).toList();
    for (String each : options) {
      assertSameAsScenario(question(each + " --events=" + events(random)));
    }
  }

  /** Minutes near a watermark that goes on, before and after it. */
  private static String events(Random random) {
    List<String> events = new ArrayList<>();
    int watermark = 5;
    for (int i = 0; i < 40; i++) {
      if (random.nextInt(4) == 0) {
        watermark += random.nextInt(4);
        events.add("@" + watermark + "m");
      } else {
        events.add(Math.max(0, watermark - 6 + random.nextInt(12)) + "m");
      }
    }
    return String.join(",", events);
  }

  private static void assertSameAsScenario(Question question) {
    Example example = Example.of(question);
    List<Event> events = new ArrayList<>();
    for (Happening happening : example.happenings()) {
      long millis = happening.occurrence().millis();
      if (happening.occurrence().isElement()) {
        events.add(new Event.Element("key", 1L, millis));
      } else if (millis < TimeBounds.MAX_TIMESTAMP) {
        events.add(new Event.Watermark(millis));
      }
    }
    events.add(new Event.WatermarkEnd());
    Scenario scenario = question.scenario().withEvents(events);
    ScenarioOutput expected =
        new EngineScenarioRunner(Saving.AFTER_EVERY_EVENT).run(scenario).output();

    assertThat(
            example.happenings().stream()
                .flatMap(each -> each.panes().stream())
                .map(ExampleTest::text))
        .as(events.toString())
        .containsExactlyElementsOf(expected.panes().stream().map(ExampleTest::text).toList());
    assertThat(
            example.happenings().stream()
                .filter(each -> each.occurrence().isElement())
                .mapToLong(each -> each.taken().expiredWindows())
                .sum())
        .isEqualTo(expected.droppedDueToLateness());
    assertThat(example.happenings().get(example.happenings().size() - 1).slicesAfter()).isZero();
    assertThat(expected.panes()).isNotEmpty();
  }

  private static String text(FiredPane<Long> pane) {
    return String.join(
        " ",
        List.of(
            "" + pane.windowSpec(),
            pane.window().toString(),
            "" + pane.value(),
            pane.timing().name(),
            "" + pane.index(),
            "" + pane.isLast(),
            "" + pane.isRetraction()));
  }

  private static String text(Pane pane) {
    return String.join(
        " ",
        List.of(
            "" + pane.windowSpec(),
            pane.window().toString(),
            "" + pane.value(),
            pane.timing().name(),
            "" + pane.index(),
            "" + pane.isLast(),
            "" + pane.retraction()));
  }
}
