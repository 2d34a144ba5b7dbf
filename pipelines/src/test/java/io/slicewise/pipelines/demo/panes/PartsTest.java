package io.slicewise.pipelines.demo.panes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.beam.sdk.testing.TestPipeline;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of a run that fails and goes on, as its sink leaves them. */
class PartsTest {
  @TempDir private Path folder;

  private void write(String part, NumberedLine... lines) throws IOException {
    Files.write(
        folder.resolve("panes-" + part + ".jsonl"),
        List.of(lines).stream().map(JsonLines::write).toList(),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private void tear(String part, String line) throws IOException {
    Files.writeString(
        folder.resolve("panes-" + part + ".jsonl"),
        line,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static NumberedLine line(String key, long number, long millis, String text) {
    return new NumberedLine(key, number, millis, text);
  }

  private List<String> gathered() throws IOException {
    return Parts.gather(folder, "panes");
  }

  @Test
  void instancesInTurn_ofOneAttempt() throws IOException {
    write("b", line("x", 0, 1, "x0"), line("x", 1, 1, "x1"), line("y", 0, 2, "y0"));
    write("a", line("x", 2, 3, "x2"));
    write("b", line("x", 3, 4, "x3"));

    assertThat(gathered()).containsExactlyInAnyOrder("x0", "x1", "y0", "x2", "x3");
  }

  @Test
  void linesThatComeAgain_takeThePlaceOfTheOld() throws IOException {
    write("b", line("x", 0, 1, "x0"), line("x", 1, 1, "undone"));
    write("a", line("x", 1, 9, "x1"), line("x", 2, 9, "x2"));

    assertThat(gathered()).containsExactly("x0", "x1", "x2");
  }

  /** Watermarks may come otherwise the second time, and with them fewer panes. */
  @Test
  void linesThatDoNotComeAgain_areUndone() throws IOException {
    write("a", line("x", 0, 1, "x0"), line("x", 1, 2, "undone"), line("x", 2, 3, "undone"));
    write("b", line("x", 1, 9, "x1"));

    assertThat(gathered()).containsExactly("x0", "x1");
  }

  @Test
  void attemptsAreInOrderOfTime_whateverTheirFilesAreCalled() throws IOException {
    write("c", line("x", 0, 1, "undone"));
    write("a", line("x", 0, 3, "x0"));
    write("b", line("x", 0, 2, "undone"), line("x", 1, 2, "undone"));

    assertThat(gathered()).containsExactly("x0");
  }

  @Test
  void tornLine_isLeftOut() throws IOException {
    write("a", line("x", 0, 1, "x0"));
    tear("a", "{\"key\":\"x\",\"number\":1,\"writtenMil");
    tear("b", "{\"key\":");
    write("c", line("x", 1, 9, "x1"));

    assertThat(gathered()).containsExactly("x0", "x1");
  }

  @Test
  void missingLine_isAnError() throws IOException {
    write("a", line("x", 0, 1, "x0"), line("x", 2, 1, "x2"));

    assertThatThrownBy(this::gathered)
        .isInstanceOf(IOException.class)
        .hasMessage(folder + ": line 1 of key x is missing before line 2");
  }

  @Test
  void clear_takesTheLinesOfThePrefixOnly() throws IOException {
    write("a", line("x", 0, 1, "x0"));
    Path other = Files.writeString(folder.resolve("late-a.jsonl"), "");
    Parts.clear(folder, "panes");

    assertThat(folder).isDirectoryContaining(other::equals);
    assertThat(gathered()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasWritten_isGathered(boolean repeats) throws IOException {
    List<KV<String, String>> lines =
        IntStream.range(0, 200)
            .mapToObj(i -> KV.of("key " + i % 7, "line\n\"" + i + "\""))
            .toList();
    TestPipeline pipeline = TestPipeline.create().enableAbandonedNodeEnforcement(false);
    PartsFolder parts = new PartsFolder(folder, repeats);
    pipeline.apply(Create.of(lines)).apply(ParDo.of(parts.writer("panes")));
    pipeline.run().waitUntilFinish();

    assertThat(gathered())
        .containsExactlyInAnyOrderElementsOf(lines.stream().map(KV::getValue).toList());
  }
}
