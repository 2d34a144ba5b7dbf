package io.slicewise.pipelines.scenario.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioReader;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioResult.Status;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import io.slicewise.pipelines.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioRunnersTest {
  private static final String FIXED = "{\"type\": \"fixed\", \"size\": 10, \"offset\": 0}";
  private static final String DEFAULT_TRIGGER = "\"trigger\": {\"type\": \"default\"}";
  private static final String GLOBAL_WINDOWS = ScenarioText.with(FIXED, "{\"type\": \"global\"}");

  static List<ScenarioRunner> runners() {
    return List.of(
        new EngineScenarioRunner(),
        new EngineScenarioRunner(EngineScenarioRunner.Saving.AFTER_EVERY_EVENT),
        PipelineScenarioRunner.onDirectRunner(),
        PipelineScenarioRunner.onFlinkRunner());
  }

  private static Scenario read(String text) {
    return ScenarioReader.parse(text, "test.json").get(0);
  }

  /** A scenario whose trigger finishes too early: the reader would refuse it, as Beam does. */
  private static Scenario unsafe(Scenario scenario) {
    TriggerSpec trigger = new AfterPane(1);
    return new Scenario(
        "unsafe",
        scenario.title(),
        scenario.source(),
        scenario.aggregate(),
        scenario.windows(),
        trigger,
        scenario.allowedLatenessMillis(),
        scenario.accumulation(),
        scenario.timestampCombiner(),
        scenario.closingBehavior(),
        scenario.onTimeBehavior(),
        scenario.events(),
        scenario.expect(),
        scenario.verified());
  }

  @ParameterizedTest
  @MethodSource("runners")
  void globalWindowsWithATrigger(ScenarioRunner runner) {
    String window = "\"window\": [-9223372036854775, 9223371950454776]";
    String text =
        GLOBAL_WINDOWS
            .replace(
                DEFAULT_TRIGGER,
                "\"trigger\": {\"type\": \"repeatedly\", \"of\": {\"type\": \"afterPane\","
                    + " \"count\": 2}}")
            .replace("\"window\": [0, 10]", window)
            .replace("\"value\": 1, \"timing\": \"ON_TIME\"", "\"value\": 3, \"timing\": \"EARLY\"")
            .replace("\"value\": 3, \"timing\": \"LATE\"", "\"value\": 7, \"timing\": \"ON_TIME\"")
            .replace("{\"key\": \"a\", \"value\": 4, \"timestamp\": 5}],", "],")
            .replace("\"droppedDueToLateness\": 1", "\"droppedDueToLateness\": 0");

    ScenarioResult result = runner.run(read(text));

    assertThat(result.differences()).isEmpty();
    assertThat(result.status()).isEqualTo(Status.MATCH);
  }

  @Test
  void globalWindowsWithTheDefaultTriggerRunOnTheEngineOnly() {
    Scenario scenario = read(GLOBAL_WINDOWS);

    ScenarioResult onEngine = new EngineScenarioRunner().run(scenario);
    ScenarioResult onDirectRunner = PipelineScenarioRunner.onDirectRunner().run(scenario);

    assertThat(onEngine.output().panes()).hasSize(1);
    assertThat(onDirectRunner.status()).isEqualTo(Status.UNSUPPORTED);
    assertThat(onDirectRunner.differences())
        .containsExactly(
            "trigger: Beam refuses the default trigger for global windows of unbounded input, as it"
                + " never fires before the end of time");
  }

  @Test
  void processingTimeIsUnsupportedOnFlinkOnlyWhereItMatters() {
    String advance =
        ScenarioText.with(
            "{\"watermark\": 10},", "{\"advanceProcessingTime\": 50}, {\"watermark\": 10},");
    String waiting =
        advance.replace(
            DEFAULT_TRIGGER,
            "\"trigger\": {\"type\": \"afterWatermark\", \"early\": {\"type\":"
                + " \"afterProcessingTime\", \"delay\": 10}, \"late\": {\"type\": \"afterPane\","
                + " \"count\": 1}}");

    List<ScenarioResult> results = new ArrayList<>();
    PipelineScenarioRunner.onFlinkRunner().run(List.of(read(waiting), read(advance)), results::add);

    assertThat(results)
        .extracting(ScenarioResult::status)
        .containsExactly(Status.UNSUPPORTED, Status.MATCH);
    assertThat(results.get(0).differences())
        .containsExactly(
            "trigger: depends on processing time, which TestStream on FlinkRunner cannot control");
  }

  @Test
  void oneScenarioThatFailsDoesNotFailTheOthersInItsPipeline() {
    Scenario good = read(ScenarioText.LATE_ELEMENT);

    List<ScenarioResult> results = new ArrayList<>();
    PipelineScenarioRunner.onFlinkRunner().run(List.of(good, unsafe(good), good), results::add);

    assertThat(results)
        .extracting(ScenarioResult::status)
        .containsExactly(Status.MATCH, Status.ERROR, Status.MATCH);
    assertThat(results.get(1).differences().get(0)).contains("windowedBy: the trigger AfterPane");
  }
}
