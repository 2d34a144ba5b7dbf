package io.slicewise.pipelines.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterAll;
import io.slicewise.core.trigger.TriggerSpec.AfterEach;
import io.slicewise.core.trigger.TriggerSpec.AfterEndOfWindow;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.AlignTo;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.Delay;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Never;
import io.slicewise.core.trigger.TriggerSpec.OrFinally;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.WindowSpec.CalendarUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioReaderTest {
  private static final String DEFAULT_TRIGGER = "\"trigger\": {\"type\": \"default\"}";
  private static final String FIXED = "[{\"type\": \"fixed\", \"size\": 10, \"offset\": 0}]";

  static Scenario read(String text) {
    return ScenarioReader.parse(text, "test.json").get(0);
  }

  @Test
  void everyFieldIsRead() {
    Scenario scenario = read(ScenarioText.LATE_ELEMENT);

    ExpectedPane onTime =
        new ExpectedPane(
            Optional.of("a"),
            Optional.empty(),
            Optional.of(new TimeWindow(0, 10)),
            Optional.of(1L),
            Optional.of(PaneTiming.ON_TIME),
            Optional.of(0L),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);
    ExpectedPane late =
        new ExpectedPane(
            Optional.of("a"),
            Optional.empty(),
            Optional.of(new TimeWindow(0, 10)),
            Optional.of(3L),
            Optional.of(PaneTiming.LATE),
            Optional.of(1L),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);
    assertThat(scenario)
        .isEqualTo(
            new Scenario(
                "late-element",
                "one late pane",
                "own",
                AggregateSpec.of(AggregateSpec.Kind.SUM),
                List.of(new WindowSpec.Fixed(10, 0)),
                new DefaultTrigger(),
                5,
                Scenario.Accumulation.ACCUMULATING,
                TimestampCombiner.END_OF_WINDOW,
                FiringBehavior.FIRE_IF_NON_EMPTY,
                FiringBehavior.FIRE_ALWAYS,
                List.of(
                    new Event.Element("a", 1L, 3),
                    new Event.Watermark(10),
                    new Event.Element("a", 2L, 4),
                    new Event.Watermark(15),
                    new Event.Element("a", 4L, 5),
                    new Event.WatermarkEnd()),
                new Expectation(
                    List.of(onTime, late),
                    List.of(new Event.Element("a", 4L, 5)),
                    OptionalLong.of(1)),
                "by hand"));
  }

  @Test
  void whatIsWrittenIsReadBack() {
    List<Scenario> scenarios = ScenarioReader.parse(ScenarioText.LATE_ELEMENT, "test.json");

    String written = ScenarioWriter.write(scenarios);

    assertThat(ScenarioReader.parse(written, "written")).isEqualTo(scenarios);
  }

  static List<Arguments> windows() {
    return List.of(
        Arguments.of("{'type':'fixed','size':5}", new WindowSpec.Fixed(5, 0)),
        Arguments.of(
            "{'type':'sliding','size':10,'period':3,'offset':2}", new WindowSpec.Sliding(10, 3, 2)),
        Arguments.of(
            "{'type':'cumulative','size':10,'step':5}", new WindowSpec.Cumulative(10, 5, 0)),
        Arguments.of(
            "{'type':'sessions','gap':4,'inclusiveGap':true}", new WindowSpec.Sessions(4, true)),
        Arguments.of("{'type':'trailing','size':7}", new WindowSpec.Trailing(7)),
        Arguments.of("{'type':'streamTime','size':7}", new WindowSpec.StreamTime(7)),
        Arguments.of(
            "{'type':'calendar','unit':'weeks','zone':'Europe/Berlin'}",
            new WindowSpec.Calendar(CalendarUnit.WEEKS, 1, 1, "Europe/Berlin")),
        Arguments.of(
            "{'type':'calendar','unit':'days','count':2,'every':3,'zone':'UTC'}",
            new WindowSpec.Calendar(CalendarUnit.DAYS, 2, 3, "UTC")),
        Arguments.of("{'type':'global'}", new WindowSpec.Global()));
  }

  @ParameterizedTest
  @MethodSource("windows")
  void everyKindOfWindowIsReadAndWritten(String json, WindowSpec expected) {
    Scenario scenario = read(ScenarioText.with(FIXED, "[" + json.replace('\'', '"') + "]"));

    assertThat(scenario.windows()).containsExactly(expected);
    assertThat(read(ScenarioWriter.write(List.of(scenario)))).isEqualTo(scenario);
  }

  static List<Arguments> triggers() {
    TriggerSpec one = new AfterPane(1);
    TriggerSpec delay = new AfterProcessingTime(List.of(new Delay(5)));
    TriggerSpec aligned = new AfterProcessingTime(List.of(new Delay(0), new AlignTo(10, 3)));
    String oneJson = "{'type':'afterPane','count':1}";
    String delayJson = "{'type':'afterProcessingTime','delay':5}";
    return List.of(
        Arguments.of("{'type':'never'}", new Never()),
        Arguments.of(
            "{'type':'afterWatermark','early':" + oneJson + ",'late':" + oneJson + "}",
            new EarlyAndLate(one, Optional.of(one))),
        Arguments.of(
            "{'type':'afterWatermark','late':" + oneJson + "}",
            new EarlyAndLate(new Never(), Optional.of(one))),
        Arguments.of(
            "{'type':'repeatedly','of':{'type':'afterWatermark'}}",
            new Repeatedly(new AfterEndOfWindow())),
        Arguments.of(
            "{'type':'repeatedly','of':{'type':'afterProcessingTime','delay':0,"
                + "'alignTo':{'period':10,'offset':3}}}",
            new Repeatedly(aligned)),
        Arguments.of(
            "{'type':'repeatedly','of':{'type':'afterFirst','of':["
                + oneJson
                + ","
                + delayJson
                + "]}}",
            new Repeatedly(new AfterFirst(List.of(one, delay)))),
        Arguments.of(
            "{'type':'repeatedly','of':{'type':'afterAll','of':["
                + oneJson
                + ","
                + delayJson
                + "]}}",
            new Repeatedly(new AfterAll(List.of(one, delay)))),
        Arguments.of(
            "{'type':'afterEach','of':[" + oneJson + ",{'type':'default'}]}",
            new AfterEach(List.of(one, new DefaultTrigger()))),
        Arguments.of(
            "{'type':'repeatedly','of':{'type':'orFinally','main':{'type':'default'},'until':"
                + oneJson
                + "}}",
            new Repeatedly(new OrFinally(new DefaultTrigger(), one))));
  }

  @ParameterizedTest
  @MethodSource("triggers")
  void everyTriggerIsReadAndWritten(String json, TriggerSpec expected) {
    Scenario scenario =
        read(ScenarioText.with(DEFAULT_TRIGGER, "\"trigger\": " + json.replace('\'', '"')));

    assertThat(scenario.trigger()).isEqualTo(expected);
    assertThat(read(ScenarioWriter.write(List.of(scenario)))).isEqualTo(scenario);
  }

  @Test
  void eventsOfEveryKindAreReadAndWritten() {
    Scenario scenario =
        read(
            ScenarioText.with(
                "{\"watermark\": 10},",
                "{\"watermark\": 10}, {\"restart\": true}, {\"advanceProcessingTime\": 7},"));

    assertThat(scenario.events()).contains(new Event.Restart(), new Event.AdvanceProcessingTime(7));
    assertThat(read(ScenarioWriter.write(List.of(scenario)))).isEqualTo(scenario);
  }

  @Test
  void oneDecimalValueMakesAllValuesDoubles() {
    Scenario scenario =
        read(ScenarioText.with("\"value\": 2, \"timestamp\"", "\"value\": 2.5, \"timestamp\""));

    assertThat(scenario.valueType()).isEqualTo(ValueType.DOUBLE);
    assertThat(scenario.events()).contains(new Event.Element("a", 1.0, 3));
    assertThat(scenario.expect().late()).containsExactly(new Event.Element("a", 4.0, 5));
  }

  @Test
  void namedDoublesAreDoublesForNumericAggregatesOnly() {
    String nan =
        ScenarioText.with("\"value\": 2, \"timestamp\"", "\"value\": \"NaN\", \"timestamp\"");

    Scenario sum = read(nan);
    assertThat(sum.events()).contains(new Event.Element("a", Double.NaN, 4));
    assertThat(read(ScenarioWriter.write(List.of(sum)))).isEqualTo(sum);
    assertThatThrownBy(() -> read(nan.replace("\"sum\"", "\"count\"")))
        .hasMessage(
            "test.json:10:39: $[0].events[2].element.value: must be an integer, as other values of"
                + " the scenario are, but was the string \"NaN\".");
  }

  @Test
  void byteOrderMarkIsSkipped() {
    assertThat(ScenarioReader.parse("\uFEFF[]", "test.json")).isEmpty();
  }
}
