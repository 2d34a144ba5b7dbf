package io.slicewise.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.ScenarioText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ScenarioCommandTest {
  private static final String TRY_HELP = " Try slicewise scenario --help.\n";
  private static final String LATE_ELEMENT_PANES =
      "\"panes\": [{\"key\": \"a\", \"window\": [0, 10], \"value\": 1, \"timing\": \"ON_TIME\","
          + " \"index\": 0, \"nonSpeculativeIndex\": 0, \"isFirst\": true, \"isLast\": false,"
          + " \"timestamp\": 9}, {\"key\": \"a\", \"window\": [0, 10], \"value\": 3, \"timing\":"
          + " \"LATE\", \"index\": 1, \"nonSpeculativeIndex\": 1, \"isFirst\": false, \"isLast\":"
          + " false, \"timestamp\": 9}], \"late\": [{\"key\": \"a\", \"value\": 4, \"timestamp\":"
          + " 5}], \"droppedDueToLateness\": 1";

  @TempDir private Path directory;

  /** What a call gave. */
  private record Call(int exitStatus, String out, String err) {}

  private static Call call(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        Slicewise.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String[] args = new String[arguments.length];
    for (int i = 0; i < args.length; i++) {
      args[i] = arguments[i].toString();
    }
    int exitStatus = commandLine.execute(args);
    return new Call(exitStatus, out.toString(), err.toString());
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void match() throws IOException {
    Call call = call("scenario", file("a.json", ScenarioText.LATE_ELEMENT));

    assertThat(call)
        .isEqualTo(
            new Call(
                0,
                "{\"id\": \"late-element\", \"status\": \"match\", \"runner\": \"engine\", "
                    + LATE_ELEMENT_PANES
                    + ", \"differences\": []}\n",
                ""));
  }

  @Test
  void mismatch() throws IOException {
    String text = ScenarioText.with("\"value\": 3", "\"value\": 7");

    Call call = call("scenario", file("a.json", text));

    assertThat(call)
        .isEqualTo(
            new Call(
                1,
                "{\"id\": \"late-element\", \"status\": \"mismatch\", \"runner\": \"engine\", "
                    + LATE_ELEMENT_PANES
                    + ", \"differences\": [\"pane of key \\\"a\\\", window [0, 10), index 1: value"
                    + " expected 7 but was 3\"]}\n",
                ""));
  }

  @Test
  void unsupportedIsNoFailure() throws IOException {
    String text =
        ScenarioText.with(
            "{\"type\": \"fixed\", \"size\": 10, \"offset\": 0}", "{\"type\": \"global\"}");

    Call call = call("scenario", "--runner=DirectRunner", file("a.json", text));

    assertThat(call)
        .isEqualTo(
            new Call(
                0,
                "{\"id\": \"late-element\", \"status\": \"unsupported\", \"runner\":"
                    + " \"DirectRunner\","
                    + " \"panes\": [], \"late\": [], \"droppedDueToLateness\": 0, \"differences\":"
                    + " [\"trigger: Beam refuses the default trigger for global windows of"
                    + " unbounded input, as it never fires before the end of time\"]}\n",
                ""));
  }

  @ParameterizedTest
  @CsvSource({
    "DirectRunner, DirectRunner",
    "direct, DirectRunner",
    "FlinkRunner, FlinkRunner",
    "flink, FlinkRunner"
  })
  void otherRunnersGiveTheSame(String runner, String name) throws IOException {
    Call call = call("scenario", "--runner=" + runner, file("a.json", ScenarioText.LATE_ELEMENT));

    assertThat(call)
        .isEqualTo(
            new Call(
                0,
                "{\"id\": \"late-element\", \"status\": \"match\", \"runner\": \""
                    + name
                    + "\", "
                    + LATE_ELEMENT_PANES
                    + ", \"differences\": []}\n",
                ""));
  }

  @Test
  void oneFailureInSeveralFilesIsTheExitStatusAndAllAreReported() throws IOException {
    Path good = file("a.json", ScenarioText.LATE_ELEMENT);
    Path bad = file("b.json", ScenarioText.with("\"value\": 3", "\"value\": 7"));

    Call call = call("scenario", good, bad, good);

    assertThat(call.exitStatus()).isEqualTo(1);
    assertThat(call.out().lines().map(line -> line.replaceAll(".*status\": \"(\\w+).*", "$1")))
        .containsExactly("match", "mismatch", "match");
  }

  @Test
  void resultIsOneLineWhateverTheKeys() throws IOException {
    String text =
        ScenarioText.LATE_ELEMENT.replace("\"key\": \"a\"", "\"key\": \"\u2028\\n\u0085\"");

    Call call = call("scenario", file("a.json", text));

    assertThat(call.exitStatus()).isZero();
    assertThat(call.out()).contains("\"key\": \"\\u2028\\n\\u0085\"").matches("[^\\v]+\n");
  }

  @Test
  void malformedFile() throws IOException {
    Path good = file("a.json", ScenarioText.LATE_ELEMENT);
    Path bad = file("b.json", "[{\"id\": }]");

    Call call = call("scenario", good, bad);

    assertThat(call)
        .isEqualTo(
            new Call(
                2,
                "",
                bad
                    + ":1:10: $[0].id: malformed JSON: Unexpected character ('}' (code 125)):"
                    + " expected a value\n"));
  }

  @Test
  void unknownField() throws IOException {
    Path bad = file("a.json", ScenarioText.with("\"index\": 0", "\"idx\": 0"));

    Call call = call("scenario", bad);

    assertThat(call)
        .isEqualTo(
            new Call(
                2,
                "",
                bad
                    + ":17:72: $[0].expect.panes[0].idx: unknown field. Known here: key, window,"
                    + " windowSpec, value, timing, index, nonSpeculativeIndex, isFirst, isLast,"
                    + " timestamp, retraction.\n"));
  }

  @Test
  void missingFile() {
    Path missing = directory.resolve("none.json");

    assertThat(call("scenario", missing))
        .isEqualTo(
            new Call(
                2,
                "",
                "slicewise scenario: "
                    + missing
                    + ": no such file. Give the path of a file."
                    + TRY_HELP));
    assertThat(call("scenario", directory).err())
        .isEqualTo(
            "slicewise scenario: "
                + directory
                + ": is a folder. Give the path of a file."
                + TRY_HELP);
  }

  @Test
  void malformedJson_isToldWithoutAdviceForProgrammers() throws IOException {
    Path bad = file("a.json", "[{\"id\": NaN}]");

    assertThat(call("scenario", bad).err())
        .isEqualTo(bad + ":1:12: $[0].id: malformed JSON: Non-standard token 'NaN'\n");
  }

  @Test
  void wrongUsage() {
    assertThat(call("scenario"))
        .isEqualTo(
            new Call(2, "", "slicewise scenario: Missing required parameter: 'FILE'." + TRY_HELP));
    assertThat(call("scenario", "--fast", "a.json"))
        .isEqualTo(new Call(2, "", "slicewise scenario: Unknown option: '--fast'." + TRY_HELP));
    assertThat(call("scenario", "--runner=spark", "a.json"))
        .isEqualTo(
            new Call(
                2,
                "",
                "slicewise scenario: --runner=spark: unknown. Use one of: engine, DirectRunner,"
                    + " FlinkRunner."
                    + TRY_HELP));
    assertThat(call("scenario", "--runner=", "a.json").err())
        .startsWith("slicewise scenario: --runner=: unknown. Use one of: engine, ");
    assertThat(call("scenarios"))
        .isEqualTo(
            new Call(
                2,
                "",
                "slicewise: Unmatched argument at index 0: 'scenarios'. Try slicewise --help.\n"));
    assertThat(call().exitStatus()).isEqualTo(2);
    assertThat(call().err()).startsWith("slicewise: COMMAND is missing. It must be one of ");
  }

  @Test
  void examplesOfTheDocumentation() throws IOException {
    Path docs = Path.of("..", "docs");
    String text = Files.readString(docs.resolve("scenario-format.md"));
    int start = text.indexOf("```json\n") + "```json\n".length();
    Path example = file("doc.json", text.substring(start, text.indexOf("```", start)));

    Call call = call("scenario", example, docs.resolve("examples/late-data.json"));

    assertThat(call.exitStatus()).as(call.out() + call.err()).isZero();
    assertThat(call.out().lines()).hasSize(4).allMatch(line -> line.contains("\"match\""));
  }

  @Test
  void help() {
    Call root = call("--help");
    assertThat(root.exitStatus()).isZero();
    assertThat(root.out()).startsWith("Usage: slicewise [-hV] COMMAND").contains("Examples:");

    Call scenario = call("scenario", "--help");
    assertThat(scenario.exitStatus()).isZero();
    assertThat(scenario.out())
        .startsWith("Usage: slicewise scenario [-hV] [--runner=RUNNER] FILE...")
        .contains("Exit status:", "Examples:", "slicewise scenario docs/examples/late-data.json");
    assertThat(root.err() + scenario.err()).isEmpty();
    assertThat(call("scenario", "--version").out()).startsWith("slicewise ");
  }
}
