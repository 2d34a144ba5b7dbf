package io.slicewise.pipelines.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.beam.Capabilities;
import io.slicewise.pipelines.aggregates.AggregationOptions;
import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.aggregates.TriggerChoice;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The command as a user meets it; the texts to expect are files. */
class ExplainCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int explain(String options) {
    return new CommandLine(new ExplainCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setParameterExceptionHandler(
            (failure, args) -> {
              err.write(failure.getMessage());
              return CommandLine.ExitCode.USAGE;
            })
        .execute(options.isEmpty() ? new String[0] : options.split(" ", -1));
  }

  private static String expected(String file) throws IOException {
    try (InputStream text = ExplainCommandTest.class.getResourceAsStream("/explain/" + file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sliding.txt    | --lateness=2m
          day.txt        | --windows=sliding --size=24h --period=1m --runner=DirectRunner
          sizes.txt      | --windows=fixed --size=4m,6m --accumulation=discarding --trigger=early-and-late --earlyEvery=10 --runner=FlinkRunner
          sessions.txt   | --windows=sessions --gap=5m --lateness=10m --runner=DataflowRunner
          gaps.txt       | --size=2m --period=5m --accumulation=retracting --trigger=every-element --events=1m,3m,5m,@7m --runner=SparkRunner
          calendar.txt   | --windows=calendar --size=1day,1month --timeZone=Europe/Berlin --lateness=1d --runner=DirectRunner
          cumulative.txt | --windows=cumulative --size=6m --period=2m --runner=PortableRunner
          global.txt     | --windows=global --trigger=early-and-late --earlyEvery=30s --runner=DirectRunner
          """)
  void settings_areDrawnAndCounted(String file, String options) throws IOException {
    int status = explain(options);

    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    assertThat(out.toString()).isEqualTo(expected(file));
  }

  @Test
  void json_tellsTheSame() throws IOException {
    int status = explain("--lateness=2m --json");

    assertThat(status).isZero();
    assertThat(out.toString().strip()).doesNotContain("\n");
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.get("windows").toString())
        .isEqualTo("[\"sliding(size=360000 ms, period=240000 ms, offset=0 ms)\"]");
    assertThat(json.at("/slices/2").toString()).isEqualTo("[240000,360000]");
    assertThat(json.at("/example/2").toString())
        .isEqualTo(
            "{\"watermark\":360000,\"endOfTime\":false,\"panes\":["
                + "{\"windowSpec\":0,\"window\":[-240000,120000],\"value\":1,\"timing\":\"ON_TIME\","
                + "\"index\":0,\"isLast\":true,\"retraction\":false},"
                + "{\"windowSpec\":0,\"window\":[0,360000],\"value\":2,\"timing\":\"ON_TIME\","
                + "\"index\":0,\"isLast\":false,\"retraction\":false}],"
                + "\"partialAggregatesInState\":2}");
    assertThat(json.at("/cost/stateWritesPerElement").doubleValue()).isEqualTo(1);
    assertThat(json.at("/cost/windowsPerElement").toString()).isEqualTo("[1,2]");
    assertThat(json.at("/refused/unboundedInput").isNull()).isTrue();
    assertThat(json.at("/refused/withPreAggregation").textValue())
        .contains("a late element must not fire a pane");
    assertThat(json.get("limits")).hasSize(Capabilities.limits().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --size=0m | --size=0m: must be more than zero. Use for example 24h.
          --windows=tumbling | --windows=tumbling: unknown. Use one of: fixed, sliding, cumulative, sessions, calendar, global.
          --windows=fixed --period=3m | --period=3m: fixed windows of 6m start every 6m. Leave it out, or use --windows=sliding.
          --offset=4m | --offset=4m: must be less than the period of 4m. Use the offset modulo the period.
          --size=1000d --period=1s | --period=1s: puts an element into 86400000 windows of 1000d, and at most 100000 are tried. Use a longer period.
          --size=1m,2m,3m,4m,5m | --size=1m,2m,3m,4m,5m: has 5 sizes, and at most 4 are drawn. Leave some out.
          --windows=calendar --size=5m | --size=5m: must be a number of days, weeks, months or years for calendar windows, such as 1day or 3months.
          --windows=calendar --timeZone=Mars | --timeZone=Mars: not a time zone. Use for example UTC or Europe/Berlin.
          --trigger=late | --trigger=late: unknown. Use one of: at-watermark, early-and-late, every-element.
          --earlyEvery=3 | --earlyEvery=3: --trigger=at-watermark has no early panes of its own. Leave it out, or use --trigger=early-and-late.
          --accumulation=none | --accumulation=none: unknown. Use one of: accumulating, discarding, retracting.
          --events=1m,@5m,@4m | --events=1m,@5m,@4m: the watermark must not go back but goes from 5m to 4m. Give the times after an @ in ascending order.
          --runner=Samza | --runner=Samza: unknown. Use one of: DirectRunner, FlinkRunner, SparkRunner, DataflowRunner, PortableRunner.
          """)
  void whatCannotBeUsed_isToldOnOneLine(String options, String message) {
    assertThat(explain(options)).isEqualTo(2);

    assertThat(err.toString()).isEqualTo(message);
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = KnownRunner.class,
      names = {"SPARK", "DATAFLOW", "PORTABLE"})
  void runnerThatIsNotOnTheClassPath_isNamedByALimit(KnownRunner runner) {
    assertThat(runner.limits()).isNotEmpty();
  }

  /** A pipeline and its explanation must not differ in what is left out. */
  @Test
  void earlyPanes_waitAsLongAsThoseOfRun() {
    explain("--trigger=early-and-late");

    TriggerChoice ofRun =
        AggregationSettings.of(
                PipelineOptionsFactory.fromArgs("--key=id", "--size=6m", "--trigger=early-and-late")
                    .as(AggregationOptions.class))
            .trigger();
    assertThat(ofRun.trigger().toString()).contains("plusDelayOf(30 seconds)");
    assertThat(out.toString()).contains("30s of real time after a new element before its end");
  }

  @Test
  void helpNamesEveryOption() {
    explain("--help");

    List<String> lines = Arrays.asList(out.toString().split("\n", -1));
    assertThat(lines).allSatisfy(line -> assertThat(line).doesNotContain("${"));
    assertThat(out.toString()).contains("--windows", "--earlyEvery", "--events", "--json");
  }
}
