package io.slicewise.pipelines.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.aggregate.Aggregate;
import io.slicewise.pipelines.demo.aggregate.Aggregate.Kind;
import io.slicewise.pipelines.demo.input.RowFields;
import io.slicewise.pipelines.demo.input.RowFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DemoSettingsTest {
  @TempDir Path folder;
  private Path input;

  @BeforeEach
  void writeInput() throws IOException {
    input = Files.writeString(folder.resolve("rows.csv"), "shop,at,amount\n");
  }

  /** Outputs go to the test's folder unless the arguments say otherwise. */
  private DemoSettings settings(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    for (String option : List.of("--output=", "--report=")) {
      if (all.stream().noneMatch(arg -> arg.startsWith(option))) {
        all.add(option + folder.resolve(option.substring(2, 8)));
      }
    }
    DemoOptions parsed = CommandLine.populateCommand(new DemoOptions(), all.toArray(new String[0]));
    return DemoSettings.of(parsed);
  }

  private void assertRefused(String message, String... args) {
    assertThatThrownBy(() -> settings(args))
        .isInstanceOf(SettingException.class)
        .hasMessage(message.replace("FOLDER", folder.toString()));
  }

  @Test
  void defaults_areTheDemo() {
    DemoSettings settings = settings();

    assertThat(settings.source()).isEqualTo(RowSource.bundled());
    assertThat(settings.reader().format()).isEqualTo(RowFormat.JSONL);
    assertThat(settings.reader().fields())
        .isEqualTo(
            new RowFields("net", "time", Optional.of("updated"), List.of("mag", "depth"), false));
    assertThat(settings.reader().timeFormat()).hasToString("millis");
    assertThat(settings.aggregate()).isEqualTo(Aggregate.earthquakes());
    assertThat(settings.windows())
        .isEqualTo(new WindowSettings(86_400_000, 3_600_000, 43_200_000, 21_600_000));
    assertThat(settings.runner()).isEqualTo(LocalRunner.DIRECT);
  }

  @Test
  void withoutOutputOptions_filesGoToTheCurrentFolder() {
    DemoOptions parsed = CommandLine.populateCommand(new DemoOptions());

    assertThat(parsed.output).isEqualTo("slicewise-panes.jsonl");
    assertThat(parsed.report).isEqualTo("slicewise-report.html");
  }

  @Test
  void ownData() {
    DemoSettings settings =
        settings(
            "--input=" + input,
            "--key=shop",
            "--value=amount",
            "--timestamp=at",
            "--timestampFormat=dd.MM.yyyy HH:mm",
            "--arrival=none",
            "--aggregate=MEAN",
            "--size=7d",
            "--period=90m",
            "--lateness=0s",
            "--bound=PT1M",
            "--runner=flinkrunner");

    assertThat(settings.source().file()).contains(input);
    assertThat(settings.reader().format()).isEqualTo(RowFormat.CSV);
    assertThat(settings.reader().fields())
        .isEqualTo(new RowFields("shop", "at", Optional.empty(), List.of("amount"), true));
    assertThat(settings.aggregate()).isEqualTo(new Aggregate(Kind.MEAN, "amount"));
    assertThat(settings.windows()).isEqualTo(new WindowSettings(604_800_000, 5_400_000, 0, 60_000));
    assertThat(settings.runner()).isEqualTo(LocalRunner.FLINK);
  }

  @Test
  void aggregates_haveDefaultFields() {
    assertThat(settings("--value=depth").aggregate()).isEqualTo(new Aggregate(Kind.SUM, "depth"));
    assertThat(settings("--aggregate=max").aggregate()).isEqualTo(new Aggregate(Kind.MAX, "mag"));
    assertThat(settings("--aggregate=count").aggregate()).isEqualTo(Aggregate.count());
  }

  @Test
  void refusedChoices() {
    assertRefused("--format=xml: unknown. Use one of: jsonl, csv.", "--format=xml");
    assertRefused(
        "--aggregate=median: unknown. Use one of: count, sum, min, max, mean.",
        "--aggregate=median");
    assertRefused(
        "--aggregate=earthquakes: unknown. Use one of: count, sum, min, max, mean.",
        "--aggregate=earthquakes");
    assertRefused(
        "--runner=SparkRunner: unknown. Use one of: DirectRunner, FlinkRunner.",
        "--runner=SparkRunner");
    assertRefused(
        "--value=nope: --aggregate=count reads no field. Leave --value out, or use sum, min, max or"
            + " mean.",
        "--aggregate=count",
        "--value=nope");
    assertRefused("--key: is empty. Give a name or leave the option out.", "--key=");
    assertRefused("--value: is empty. Give a name or leave the option out.", "--value=");
    assertRefused("--input: is empty. Give a name or leave the option out.", "--input=");
  }

  @Test
  void runners_haveShortNames() {
    assertThat(settings("--runner=direct").runner()).isEqualTo(LocalRunner.DIRECT);
    assertThat(settings("--runner=Flink").runner()).isEqualTo(LocalRunner.FLINK);
  }

  @Test
  void filesBesideTheOutput_areCheckedToo() throws IOException {
    Path output = folder.resolve("x.jsonl");
    for (String ending : List.of(".late.jsonl", ".dead-letters.jsonl")) {
      Path beside = Files.createDirectory(folder.resolve("x.jsonl" + ending));
      assertRefused(
          "--output=FOLDER/x.jsonl: FOLDER/x.jsonl"
              + ending
              + ": is a folder. Give the path of a file.",
          "--output=" + output);
      Files.delete(beside);
    }
  }

  @Test
  void danglingLinks_areRefused() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("no/such"));

    assertRefused(
        "--output=FOLDER/link: is a link to a file that is not there. Remove it or give another"
            + " name.",
        "--output=" + link);
  }

  @Test
  void refusedWindows() {
    assertRefused("--period=0s: must be more than zero. Use for example 24h.", "--period=0s");
    assertRefused("--lateness=-1h: must be zero or more. Use for example 24h.", "--lateness=-1h");
    assertRefused(
        "--period=1s: puts each event into 86400 windows of --size=24h, and the demo writes a pane"
            + " for each; at most 10000. Use a longer period or a shorter size.",
        "--period=1s");
  }

  @Test
  void refusedFiles() {
    assertRefused(
        "--input=FOLDER/none.jsonl: no such file. Give the path of a file.",
        "--input=" + folder.resolve("none.jsonl"));
    assertRefused("--input=FOLDER: is a folder. Give the path of a file.", "--input=" + folder);
    assertRefused(
        "--output=FOLDER/no/x.jsonl: no folder FOLDER/no. Make it first.",
        "--output=" + folder.resolve("no/x.jsonl"));
    assertRefused("--report=FOLDER: is a folder. Give the path of a file.", "--report=" + folder);
    assertRefused(
        "--report=FOLDER/x: is written by --output=FOLDER/x too. Give it another name.",
        "--output=" + folder.resolve("x"),
        "--report=" + folder.resolve("x"));
    assertRefused(
        "--report=FOLDER/x.late.jsonl: is written by --output=FOLDER/x too. Give it another name.",
        "--output=" + folder.resolve("x"),
        "--report=" + folder.resolve("x.late.jsonl"));
    assertRefused(
        "--output=FOLDER/rows.csv: would overwrite the input. Give another name.",
        "--input=" + input,
        "--output=" + input);
    assertRefused(
        "--report=FOLDER/./rows.csv: would overwrite the input. Give another name.",
        "--input=" + input,
        "--report=" + folder + "/./rows.csv");
  }
}
