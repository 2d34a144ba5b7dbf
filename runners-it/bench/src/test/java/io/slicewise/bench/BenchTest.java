package io.slicewise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.RunResult;
import io.slicewise.bench.suite.RunLauncher;
import io.slicewise.bench.suite.SampleRuns;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The command line of the benchmarks. */
class BenchTest {
  private static final Pattern COMMAND =
      Pattern.compile("java -jar runners-it/bench/target/slicewise-bench\\.jar ([^#\\n]*)");

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(RunLauncher launcher, String... args) {
    return Bench.commandLine(System.nanoTime(), launcher)
        .setOverwrittenOptionsAllowed(true)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  private int execute(String options) {
    return execute(new SampleRuns(Map.of()), options.strip().split("\\s+", -1));
  }

  @Test
  void printsOneJsonObject() throws Exception {
    int status = execute("--engine=sliced --runner=direct --events=1000 --size=300 --period=100");

    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    assertThat(out.toString().strip().lines()).hasSize(1);
    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertThat(result.get("engine").asText()).isEqualTo("sliced");
    assertThat(result.get("events").asLong()).isEqualTo(1000);
    assertThat(result.get("checkpointBytes").isNull()).isTrue();
    assertThat(result.fieldNames())
        .toIterable()
        .contains(
            "runner",
            "state",
            "sizeMillis",
            "periodMillis",
            "keys",
            "accumulator",
            "startupSeconds",
            "seconds",
            "eventsPerSecond",
            "panes",
            "panesPerSecond",
            "checksum",
            "stateBytesPerKey",
            "stateBytesPerElement",
            "timersPerKey",
            "shuffleRecords",
            "shuffleBytes",
            "checkpointMillis");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --size=1000                                        | --engine is missing
          --engine=spark                                     | --engine
          --engine=sliced --size=0                           | --size=0: must be from 1 to
          --engine=sliced --size=10 --period=20              | --period=20: the period must be at most the size, which is 10 ms
          --engine=sliced --keys=0                           | --keys=0: must be from 1 to
          --engine=sliced --events=-5                        | --events=-5: must be from 1 to
          --engine=sliced --chunk=0                          | --chunk=0: must be from 1 to
          --engine=sliced --disorder=-1                      | --disorder=-1: must be from 0 to
          --engine=sliced --late-share=1.5                   | --late-share=1.5: must be from 0 to 1
          --engine=sliced --late-share=NaN                   | --late-share=NaN: must be from 0 to 1
          --engine=sliced --late-share=0.1                   | --late-share=0.1: late events need an allowed lateness
          --engine=sliced --events-per-second=0              | --events-per-second=0.0: must be from
          --engine=sliced --events=100 --warmup-events=100   | --warmup-events=100: the warm-up must be shorter
          --engine=sliced --checkpoint-interval=1            | --checkpoint-interval=1: must be from 10
          --engine=flink-sql --accumulator=top10             | --accumulator=top10: Flink SQL has no such function
          --engine=flink-sql --late-share=0.1 --lateness=10  | --late-share=0.1: windows of Flink SQL drop late events
          --engine=flink-sql --size=10 --period=3            | --size=10: HOP windows of Flink SQL must be a multiple
          --engine=flink-sql --runner=direct                 | --runner=direct: the engine flink-sql runs on Flink alone
          --engine=sliced --runner=direct --state=rocksdb    | --runner=direct: DirectRunner has no state backend
          --engine=floor --query=hot-items                   | --query=hot-items: the engine floor does not have it
          --engine=sliced --query=hot-items --accumulator=hll | --accumulator=hll: hot-items counts
          suite --rows=heap-7                                | --rows: no row is named heap-7
          suite --repeats=0                                  | --repeats=0: must be from 1
          suite --no-such-option                             | Unknown option
          soak --scale=0                                     | --scale=0.0: must be more than 0.
          soak --case=flood                                  | Invalid value for option '--case'
          soak --checkpoint-interval=1                       | --checkpoint-interval=1: must be 10 ms
          """)
  void refusesInOneLine(String options, String message) {
    assertThat(execute(options)).isEqualTo(2);
    assertThat(err.toString().strip().lines()).hasSize(1);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void suitePrintsRatios_andWritesTablesAndChart() throws Exception {
    int status =
        execute(
            new SampleRuns(Map.of(Engine.SLICED, 3e6, Engine.FLOOR, 6e6)),
            "suite",
            "--short",
            "--rows=heap-1,heap-60",
            "--out=" + folder);

    assertThat(status).isZero();
    assertThat(out.toString()).contains("| heap-60 | 60 |", "| 0.50 |");
    assertThat(folder.resolve("results.md")).content().contains("| heap-1 | sliced | 6,000,000 |");
    assertThat(folder.resolve("chart.svg")).content().startsWith("<svg").contains("flink-sql");
    assertThat(new ObjectMapper().readTree(folder.resolve("results.json").toFile())).hasSize(2);
  }

  @Test
  void suiteFailsBeforeAnyFigure_ifEnginesDoNotGiveTheSame() {
    SampleRuns same = new SampleRuns(Map.of());
    RunLauncher different =
        options -> {
          RunResult run = same.launch(options);
          return run.engine().equals("flink-sql")
              ? SampleRuns.run(Engine.FLINK_SQL, run.events(), 1, "zz")
              : run;
        };

    int status =
        execute(different, "suite", "--short", "--rows=heap-1", "--out=" + folder.resolve("none"));

    assertThat(status).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().strip().lines().toList().get(5))
        .startsWith("slicewise-bench suite: row heap-1, 6000000 events: sliced has")
        .contains("flink-sql has");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  static List<String> documentedCommands() throws Exception {
    Path docs = Path.of("../../docs");
    return COMMAND
        .matcher(
            Files.readString(docs.resolve("performance.md"))
                + Files.readString(docs.resolve("soak.md")))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  /** With fewer events, suites without their processes, and two cases of the soak. */
  @ParameterizedTest
  @MethodSource("documentedCommands")
  void documentedCommandSucceeds(String command) {
    List<String> args = new ArrayList<>(Arrays.asList(command.strip().split("\\s+", -1)));
    switch (args.get(0)) {
      case "suite" -> args.add("--out=" + folder);
      case "soak" ->
          args.addAll(List.of("--out=" + folder, "--scale=0.005", "--case=stall,all-at-once"));
      default -> args.add("--events=2000");
    }
    int status = execute(new SampleRuns(Map.of()), args.toArray(new String[0]));
    assertThat(status).as(err.toString()).isZero();
  }
}
