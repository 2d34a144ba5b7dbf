package io.slicewise.pipelines.scenario;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with a file is told with its place. */
class ScenarioMistakesTest {
  private static final String DEFAULT_TRIGGER = "\"trigger\": {\"type\": \"default\"}";
  private static final String SETTINGS =
      ",\n  "
          + DEFAULT_TRIGGER
          + ",\n  \"allowedLateness\": 5, \"accumulation\": \"ACCUMULATING\", \"timestampCombiner\": ";
  private static final String FIXED = "[{\"type\": \"fixed\", \"size\": 10, \"offset\": 0}]";

  static List<Arguments> mistakes() {
    return List.of(
        mistake(
            "\"sum\", \"windows\"",
            "\"median\", \"windows\"",
            "3:16: $[0].aggregate: must be one of sum, count, min, max, mean, list, concat,"
                + " distinct, topN:n but was \"median\"."),
        mistake(
            "\"title\": \"one late pane\"",
            "\"titel\": \"one late pane\"",
            "2:25: $[0].titel: unknown field. Known here: id, title, source, aggregate, windows,"
                + " trigger, allowedLateness, accumulation, timestampCombiner, closingBehavior,"
                + " onTimeBehavior, events, expect, verified."),
        mistake("\"title\": \"one late pane\", ", "", "1:2: $[0]: missing field \"title\"."),
        mistake(
            "\"size\": 10",
            "\"size\": \"10\"",
            "3:61: $[0].windows[0].size: must be an integer but was the string \"10\"."),
        mistake(
            FIXED,
            "[{\"type\": \"sliding\", \"size\": 10001, \"period\": 1}]",
            "3:63: $[0].windows[0].size: must be at most 10,000 times the period of 1 ms but was"
                + " 10001 ms."),
        mistake(
            FIXED,
            "[{\"type\": \"cumulative\", \"size\": 1000000000, \"step\": 1}]",
            "3:66: $[0].windows[0].size: must be at most 10,000 times the step of 1 ms but was"
                + " 1000000000 ms."),
        mistake(
            FIXED,
            "[{\"type\": \"calendar\", \"unit\": \"days\", \"zone\": \"UTC\", \"count\": 20001, \"every\": 2}]",
            "3:96: $[0].windows[0].count: must be at most 10,000 times the every of 2 but was"
                + " 20001."),
        mistake(
            "\"size\": 10",
            "\"size\": 0",
            "3:61: $[0].windows[0].size: must be from 1 ms to 9223372036854775 ms but was 0 ms."),
        mistake(
            "\"offset\": 0",
            "\"offset\": 10",
            "3:75: $[0].windows[0].offset: must be from 0 ms to less than the size of 10 ms but was"
                + " 10 ms."),
        mistake(
            FIXED,
            "[]",
            "3:34: $[0].windows: must hold at least one window specification but was empty."),
        mistake(
            FIXED,
            "[{\"type\": \"hopping\"}]",
            "3:44: $[0].windows[0].type: must be one of fixed, sliding, cumulative, sessions,"
                + " trailing, streamTime, calendar, global but was \"hopping\"."),
        mistake(
            FIXED,
            "[{\"type\": \"cumulative\", \"size\": 10, \"step\": 3}]",
            "3:66: $[0].windows[0].size: must be a multiple of the step of 3 ms but was 10 ms."),
        mistake(
            FIXED,
            "[{\"type\": \"calendar\", \"unit\": \"days\", \"zone\": \"Berlin\"}]",
            "3:80: $[0].windows[0].zone: must be a time zone, such as \"Europe/Berlin\", but was"
                + " \"Berlin\"."),
        mistake(
            FIXED,
            "[{\"type\": \"trailing\", \"size\": 5}, {\"type\": \"global\"}]",
            "3:35: $[0].windows[0]: must be the only window specification but was one of 2."),
        mistake(
            FIXED + SETTINGS + "\"END_OF_WINDOW\"",
            "[{\"type\": \"trailing\", \"size\": 5}]" + SETTINGS + "\"LATEST\"",
            "3:35: $[0].windows[0]: trailing windows take the timestamp combiner END_OF_WINDOW"
                + " only."),
        mistake(
            DEFAULT_TRIGGER,
            "\"trigger\": {\"type\": \"afterPane\", \"count\": 2}",
            "4:14: $[0].trigger: may finish while its window still takes elements, which would then"
                + " be lost (allowedLateness 5 ms). Use it as \"of\" of a repeatedly trigger."),
        mistake(
            DEFAULT_TRIGGER,
            "\"trigger\": {\"type\": \"afterWatermark\", \"late\": {\"type\": \"default\"}}",
            "4:49: $[0].trigger.late: must be a trigger that fires once (afterWatermark without"
                + " early and late, afterPane, afterProcessingTime, afterFirst, afterAll, never)"
                + " but was default."),
        mistake(
            "\"allowedLateness\": 5",
            "\"allowedLateness\": -5",
            "5:22: $[0].allowedLateness: must be 0 ms or more but was -5 ms."),
        mistake(
            "\"ACCUMULATING\"",
            "\"accumulating\"",
            "5:41: $[0].accumulation: must be one of ACCUMULATING, DISCARDING, RETRACTING but was"
                + " \"accumulating\"."),
        mistake(
            "{\"watermark\": 15}",
            "{\"watermark\": 9}",
            "11:19: $[0].events[3].watermark: the watermark never goes back, but was 9 ms after 10"
                + " ms."),
        mistake(
            "{\"watermark\": 15}",
            "{\"watermark\": \"End\"}",
            "11:19: $[0].events[3].watermark: must be an integer or \"end\" but was the string"
                + " \"End\"."),
        mistake(
            "{\"watermark\": 15}",
            "{\"watermark\": 15, \"restart\": true}",
            "11:5: $[0].events[3]: an event must have exactly one of the fields element, watermark,"
                + " advanceProcessingTime, restart but had 2."),
        mistake(
            "{\"watermark\": 15}",
            "{\"watermark\": \"end\"}",
            "12:5: $[0].events[4]: nothing may follow {\"watermark\": \"end\"}."),
        mistake(
            ",\n    {\"watermark\": \"end\"}",
            "",
            "7:13: $[0].events: the last event must be {\"watermark\": \"end\"}."),
        mistake(
            "\"timestamp\": 3",
            "\"timestamp\": 9223372036854775807",
            "8:55: $[0].events[0].element.timestamp: must be from -9223372036854775 ms to"
                + " 9223372036854774 ms but was 9223372036854775807 ms."),
        mistake(
            "\"timestamp\": 3",
            "\"timestamp\": 9223372036854775808",
            "8:55: $[0].events[0].element.timestamp: must be an integer of 64 bits but was"
                + " 9223372036854775808."),
        mistake(
            "\"value\": 1, \"timestamp\"",
            "\"value\": \"one\", \"timestamp\"",
            "8:39: $[0].events[0].element.value: must be a number, as sum needs, but was the string"
                + " \"one\"."),
        mistake(
            "\"window\": [0, 10], \"value\": 3",
            "\"window\": [10, 0], \"value\": 3",
            "18:30: $[0].expect.panes[1].window: must end after it starts but was [10, 0]."),
        mistake(
            "\"value\": 3, \"timing\"",
            "\"value\": [3], \"timing\"",
            "18:48: $[0].expect.panes[1].value: must be a number but was an array."),
        mistake(
            "\"verified\": \"by hand\"",
            "\"verified\": null",
            "23:15: $[0].verified: must be a string but was null."),
        mistake(
            "\"verified\": \"by hand\"",
            "\"verified\": \"by hand\", \"id\": \"again\"",
            "23:30: $[0].id: malformed JSON: Duplicate field 'id'"),
        mistake(
            "{\"watermark\": 15},",
            "{\"watermark\": 15},,",
            "11:24: $[0].events[4]: malformed JSON: Unexpected character (',' (code 44)): expected"
                + " a valid value (JSON String, Number, Array, Object or token 'null', 'true' or"
                + " 'false')"));
  }

  private static Arguments mistake(String part, String replacement, String error) {
    return Arguments.of(ScenarioText.with(part, replacement), "test.json:" + error);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("mistakes")
  void mistakesAreToldWithTheirPlace(String text, String error) {
    assertThatThrownBy(() -> ScenarioReaderTest.read(text))
        .isInstanceOf(ScenarioFormatException.class)
        .hasMessage(error);
  }

  @Test
  void textThatIsNoArrayOfScenariosIsRefused() {
    assertThatThrownBy(() -> ScenarioReader.parse("", "test.json"))
        .hasMessage("test.json:1:1: $: must be an array of scenarios but was empty.");
    assertThatThrownBy(() -> ScenarioReader.parse("{}", "test.json"))
        .hasMessage("test.json:1:1: $: must be an array of scenarios but was an object.");
    assertThatThrownBy(() -> ScenarioReader.parse("[] []", "test.json"))
        .hasMessage("test.json:1:4: $: there must be nothing after the array of scenarios.");
  }

  @Test
  void theErrorIsOneLineWhateverTheNamesInTheFile() {
    assertThatThrownBy(() -> ScenarioReaderTest.read(ScenarioText.with("\"title\"", "\"a\\nb\"")))
        .hasMessageStartingWith("test.json:2:25: $[0][\"a\\u000ab\"]: unknown field.");
  }

  @Test
  void filesThatCannotBeReadAreNamed(@TempDir Path directory) throws IOException {
    Path missing = directory.resolve("missing.json");
    assertThatThrownBy(() -> ScenarioReader.read(missing))
        .hasMessage(missing + ": there is no such file.");

    assertThatThrownBy(() -> ScenarioReader.read(directory))
        .hasMessage(directory + ": is a directory, not a file.");

    Path binary = Files.write(directory.resolve("binary.json"), new byte[] {'[', (byte) 0xff, ']'});
    assertThatThrownBy(() -> ScenarioReader.read(binary))
        .hasMessage(binary + ": must be UTF-8 text but is not.");
  }
}
