package io.slicewise.bench.suite;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.bench.engine.RunResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run in a new Java process with the class path of this one and always the same heap: neither
 * what the compiler has learnt nor what the collector has left behind goes from one run to the
 * next.
 *
 * @param mainClass the command
 */
public record ChildJvm(Class<?> mainClass) implements RunLauncher {
  private static final List<String> FLAGS =
      List.of(
          "-Xms2g",
          "-Xmx2g",
          "-XX:+UseG1GC",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED");

  @Override
  public RunResult launch(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
    command.addAll(options);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(
          "the run " + String.join(" ", options) + " failed with exit status " + status);
    }
    return new ObjectMapper().readValue(out, RunResult.class);
  }
}
