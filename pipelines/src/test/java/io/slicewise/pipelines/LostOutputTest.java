package io.slicewise.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioCommand;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import io.slicewise.pipelines.scenario.ScenarioText;
import io.slicewise.pipelines.scenario.run.EngineScenarioRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Output that cannot be written, and memory that is not there. */
class LostOutputTest {
  private static final String LOST = "slicewise: standard output cannot be written\n";

  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  /** As {@code /dev/full} or a closed pipe. */
  private static final class Full extends Writer {
    @Override
    public void write(char[] text, int start, int length) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private int execute(CommandLine commands, String... args) {
    return Slicewise.execute(commands, new PrintWriter(new Full()), new PrintWriter(err), args);
  }

  private String scenarios() throws IOException {
    return Files.writeString(folder.resolve("a.json"), ScenarioText.LATE_ELEMENT).toString();
  }

  @Test
  void lostOutput_isAFailure() throws IOException {
    assertThat(execute(Slicewise.commandLine(), "scenario", scenarios())).isEqualTo(1);
    assertThat(err).hasToString(LOST);
    assertThat(execute(Slicewise.commandLine(), "--help")).isEqualTo(1);
    assertThat(err).hasToString(LOST + LOST);
  }

  @Test
  void lostOutputOfTheDemo_isAFailure() throws IOException {
    Path rows =
        Files.writeString(folder.resolve("rows.jsonl"), "{\"net\":\"a\",\"time\":0,\"updated\":0}");
    int status =
        execute(
            Slicewise.commandLine(),
            "demo",
            "--input=" + rows,
            "--period=24h",
            "--output=" + folder.resolve("panes.jsonl"),
            "--report=" + folder.resolve("report.html"));

    assertThat(status).isEqualTo(1);
    assertThat(err).hasToString(LOST);
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void noFurtherScenarioIsRun() throws IOException {
    List<Scenario> ran = new ArrayList<>();
    ScenarioRunner counting =
        new ScenarioRunner() {
          @Override
          public String name() {
            return "counting";
          }

          @Override
          public void run(List<Scenario> scenarios, Consumer<ScenarioResult> results) {
            for (Scenario scenario : scenarios) {
              ran.add(scenario);
              results.accept(new EngineScenarioRunner().run(scenario));
            }
          }
        };
    CommandLine commands = new CommandLine(new ScenarioCommand(Map.of("engine", () -> counting)));

    assertThat(execute(commands, scenarios(), scenarios(), scenarios())).isEqualTo(1);
    assertThat(ran).hasSize(1);
    assertThat(err).hasToString(LOST);
  }

  @Test
  void noMemory_isAFailureOnOneLine() {
    CommandLine commands = Slicewise.commandLine().addSubcommand(new Greedy());

    int status =
        Slicewise.execute(
            commands, new PrintWriter(new StringWriter()), new PrintWriter(err), "greedy");

    assertThat(status).isEqualTo(1);
    assertThat(err)
        .hasToString(
            "slicewise: out of memory: Java heap space. Give Java more, such as java -Xmx4g, or the"
                + " command less.\n");
  }

  /** Wants more than there is. */
  @Command(name = "greedy")
  private static final class Greedy implements Runnable {
    @Override
    public void run() {
      throw new OutOfMemoryError("Java heap space");
    }
  }
}
