package io.slicewise.pipelines.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Lines of files that several steps write to. */
final class OutputLines {
  private OutputLines() {}

  /** Adds a line in one piece. */
  static synchronized void append(Path file, String line) throws IOException {
    Files.write(
        file,
        (line + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
