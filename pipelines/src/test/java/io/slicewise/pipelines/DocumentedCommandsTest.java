package io.slicewise.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands that README and docs tell a reader to run. */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern COMMAND =
      Pattern.compile("java -jar pipelines/target/slicewise\\.jar ((?:\\\\\\n|[^#\\n])*)");
  private static final Pattern OUTPUT_OF_FILES =
      Pattern.compile("run files-to-report.*?```text\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TEST_COMMAND =
      Pattern.compile("^(mvn [^#\\n]*verify)\\s*(#|$)", Pattern.MULTILINE);

  @TempDir Path folder;

  static List<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      for (Path file : docs.filter(f -> f.toString().endsWith(".md")).toList()) {
        commands.addAll(found(COMMAND, file));
      }
    }
    commands.addAll(found(COMMAND, ROOT.resolve("README.md")));
    return commands;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_succeeds(String command) throws IOException {
    List<String> args = new ArrayList<>();
    for (String word : command.strip().split("[\\s\\\\]+", -1)) {
      args.add(here(word));
    }
    if (args.get(0).equals("demo")) {
      args.add("--output=" + folder.resolve("panes.jsonl"));
      args.add("--report=" + folder.resolve("report.html"));
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Slicewise.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args.toArray(new String[0]));
    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    if (command.startsWith("run files-to-report")) {
      assertThat(out.toString().replace(folder + "/", ""))
          .isEqualTo(found(OUTPUT_OF_FILES, ROOT.resolve("README.md")).get(0));
    }
    if (command.startsWith("explain") && !command.contains("--json")) {
      assertThat(out.toString()).contains("event time ");
    }
  }

  /** A word with paths that lead from the folder of this module; what is written is temporary. */
  private String here(String word) {
    String value = word.substring(word.indexOf('=') + 1);
    String option = word.substring(0, word.length() - value.length());
    if (option.equals("--output=")) {
      return option + folder.resolve(value);
    }
    return Files.exists(ROOT.resolve(value)) ? option + ROOT.resolve(value) : word;
  }

  @Test
  void readmeShowsTheDrawingOfExplain() throws IOException {
    StringWriter out = new StringWriter();
    Slicewise.execute(
        Slicewise.commandLine(),
        new PrintWriter(out),
        new PrintWriter(new StringWriter()),
        "explain",
        "--windows=sliding",
        "--size=6m",
        "--period=4m",
        "--lateness=2m");

    List<String> shown =
        found(
            Pattern.compile("slicewise\\.jar explain .*?```text\\n(.*?)```", Pattern.DOTALL),
            ROOT.resolve("README.md"));
    assertThat(shown).hasSize(1);
    assertThat(out.toString()).contains(shown.get(0));
  }

  @Test
  void readmeShowsTheDemo_andTheTestsThatCiRuns() throws IOException {
    assertThat(found(COMMAND, ROOT.resolve("README.md"))).anyMatch(c -> c.startsWith("demo"));
    List<String> tests = found(TEST_COMMAND, ROOT.resolve("README.md"));
    assertThat(tests).hasSize(1);
    assertThat(Files.readAllLines(ROOT.resolve(".ci/run"))).containsOnlyOnce(tests.get(0));
  }

  private static List<String> found(Pattern pattern, Path file) throws IOException {
    return pattern
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }
}
