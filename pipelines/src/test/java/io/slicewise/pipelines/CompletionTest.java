package io.slicewise.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion script, in bash. */
class CompletionTest {
  @TempDir Path folder;

  @Test
  void bashCompletesCommandsAndOptions() throws IOException, InterruptedException {
    StringWriter script = new StringWriter();
    Slicewise.execute(
        Slicewise.commandLine(),
        new PrintWriter(script),
        new PrintWriter(new StringWriter()),
        "generate-completion");
    Path file = Files.writeString(folder.resolve("slicewise.bash"), script.toString());

    assertThat(completed(file, "slicewise", "exp")).isEqualTo("explain");
    assertThat(completed(file, "slicewise", "explain", "--late")).isEqualTo("--lateness");
  }

  private static String completed(Path script, String... words)
      throws IOException, InterruptedException {
    String line =
        String.format(
            "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_slicewise; echo \"${COMPREPLY[*]}\"",
            script, String.join(" ", words), words.length - 1);
    Process bash =
        new ProcessBuilder("bash", "-c", line)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(output).isZero();
    return output.strip();
  }
}
