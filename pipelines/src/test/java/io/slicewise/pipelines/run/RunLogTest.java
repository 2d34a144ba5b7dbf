package io.slicewise.pipelines.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.SettingException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.beam.sdk.options.PipelineOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lines that a run writes for programs, on standard error. */
class RunLogTest {
  private static final String SECONDS = "seconds=\\d+";

  private interface Body {
    int run();
  }

  private static class Named implements RunnablePipeline {
    private final Body body;

    Named(Body body) {
      this.body = body;
    }

    @Override
    public String name() {
      return "counts";
    }

    @Override
    public String summary() {
      return "a test";
    }

    @Override
    public Class<? extends PipelineOptions> optionsType() {
      return PipelineOptions.class;
    }

    @Override
    public Job prepare(PipelineOptions options) {
      return (out, err) -> body.run();
    }
  }

  private static List<String> linesOf(Body body) {
    return linesOf(new Named(body));
  }

  private static List<String> linesOf(RunnablePipeline pipeline) {
    PrintStream before = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      RunCommand.of(List.of(pipeline))
          .setOut(new PrintWriter(new StringWriter()))
          .setErr(new PrintWriter(new StringWriter()))
          .execute("counts", "--jobName=nightly");
    } finally {
      System.setErr(before);
    }
    return written
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("io.slicewise.run"))
        .map(line -> line.substring(line.indexOf("event=")))
        .toList();
  }

  @Test
  void runThatEnds() {
    assertThat(linesOf(() -> 0))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo("event=started pipeline=counts runner=DirectRunner job=nightly"),
            line ->
                assertThat(line).matches("event=ended pipeline=counts " + SECONDS + " status=0"));
  }

  @Test
  void runThatFails_namesTheReason() {
    assertThat(
            linesOf(
                () -> {
                  throw new IllegalStateException(
                      "outer", new IllegalArgumentException("no \"such\"\ntopic"));
                }))
        .last()
        .asString()
        .matches(
            "event=failed pipeline=counts "
                + SECONDS
                + " reason=\"java\\.lang\\.IllegalArgumentException: no"
                + " \\\\\"such\\\\\"\\\\ntopic\"");
  }

  /** The page for operators shows a line of each event with the keys that it has. */
  @Test
  void documentedLines_areThoseThatRunsWrite() throws IOException {
    List<String> documented =
        Files.readString(Path.of("../docs/operations.md"))
            .lines()
            .filter(line -> line.startsWith("event="))
            .map(RunLogTest::keys)
            .toList();
    List<String> written =
        new ArrayList<>(linesOf(() -> 0).stream().map(RunLogTest::keys).toList());
    written.add(
        keys(
            linesOf(
                    () -> {
                      throw new IllegalStateException("the disk is full");
                    })
                .get(1)));

    assertThat(documented).containsAll(written).contains("stopped pipeline seconds").hasSize(4);
  }

  /** The event of a line, and its other keys in their order. */
  private static String keys(String line) {
    return line.replaceFirst("event=(\\w+)", "$1").replaceAll("=(\"[^\"]*\"|\\S*)", "");
  }

  /** A process whose pipeline never ends. */
  public static final class Endless {
    /** Says so when it has started. */
    public static void main(String[] args) {
      Body endless =
          () -> {
            System.out.println("running");
            while (true) {
              LockSupport.park();
            }
          };
      RunCommand.of(List.of(new Named(endless))).execute("counts");
    }
  }

  @Test
  void processThatIsTerminated_tellsThatItStopped() throws Exception {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Endless.class.getName())
            .start();
    try (BufferedReader out = process.inputReader();
        BufferedReader err = process.errorReader()) {
      assertThat(out.readLine()).isEqualTo("running");
      process.toHandle().destroy();
      assertThat(err.lines().filter(line -> line.contains("event=stopped")))
          .singleElement()
          .asString()
          .matches(".*event=stopped pipeline=counts " + SECONDS);
    } finally {
      process.destroyForcibly();
    }
  }

  /** A mistake in the options is one line on standard error, without any of these. */
  @Test
  void pipelineThatIsRefused_hasNotStarted() {
    RunnablePipeline refused =
        new Named(() -> 0) {
          @Override
          public Job prepare(PipelineOptions options) {
            throw new SettingException("--most=200: must be at most 100.");
          }
        };
    assertThat(linesOf(refused)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      textBlock =
          """
          plain-1.0/a:b, plain-1.0/a:b
          two words,     '"two words"'
          a\\b,          '"a\\\\b"'
          '',            '""'
          """)
  void valuesThatAreNotWords_areQuoted(String value, String expected) {
    assertThat(RunLog.value(value)).isEqualTo(expected);
  }
}
