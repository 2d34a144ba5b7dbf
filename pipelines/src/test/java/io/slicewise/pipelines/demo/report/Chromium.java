package io.slicewise.pipelines.demo.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Opens pages in Chromium without a window and without a network. */
final class Chromium {
  private static final int MOST_SECONDS = 120;

  private final Path folder;
  private int calls;

  /** Keeps profiles and logs in this folder. */
  Chromium(Path folder) {
    this.folder = folder;
  }

  /** What the page is after its script ran, and what it wrote to the console. */
  record Dump(String dom, List<String> console) {}

  Dump dump(String address) throws IOException, InterruptedException {
    Path log = run(address, "--dump-dom");
    return new Dump(Files.readString(stdout(log)), console(log));
  }

  void screenshot(String address, int width, int height, Path png, String... more)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of(more));
    options.add("--hide-scrollbars");
    options.add("--window-size=" + width + "," + height);
    options.add("--screenshot=" + png);
    run(address, options.toArray(new String[0]));
  }

  private static Path stdout(Path log) {
    return log.resolveSibling(log.getFileName() + ".out");
  }

  private static List<String> console(Path log) throws IOException {
    return Files.readAllLines(log).stream().filter(line -> line.contains(":CONSOLE")).toList();
  }

  private Path run(String address, String... options) throws IOException, InterruptedException {
    Path log = folder.resolve("chromium-" + calls++ + ".log");
    List<String> command =
        new ArrayList<>(
            List.of(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--enable-logging=stderr",
                "--user-data-dir=" + Files.createTempDirectory(folder, "profile-")));
    command.addAll(List.of(options));
    command.add(address);
    Process process =
        new ProcessBuilder(command)
            .redirectError(log.toFile())
            .redirectOutput(stdout(log).toFile())
            .start();
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("Chromium did not end within " + MOST_SECONDS + " s");
    }
    if (process.exitValue() != 0) {
      throw new IOException("Chromium failed: " + Files.readString(log));
    }
    return log;
  }
}
