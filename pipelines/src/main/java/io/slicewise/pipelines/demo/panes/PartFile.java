package io.slicewise.pipelines.demo.panes;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Lines that one instance of a DoFn leaves in a folder: once per bundle it appends to a file of its
 * own. They are handed to the operating system, which may lose them if the machine stops.
 */
final class PartFile implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String folder;
  private final String prefix;

  /** Of this instance; null before its first bundle. */
  private transient Path file;

  /** Of one bundle. */
  private transient StringBuilder lines;

  private transient long bundleMillis;

  PartFile(Path folder, String prefix) {
    this.folder = folder.toAbsolutePath().toString();
    this.prefix = prefix;
  }

  /** Begins a bundle and forgets what a failed one left. */
  void start() {
    lines = new StringBuilder();
    bundleMillis = System.currentTimeMillis();
  }

  /** Takes a line of a key, or of whatever it is numbered in. */
  void add(String key, long number, String text) {
    lines.append(JsonLines.write(new NumberedLine(key, number, bundleMillis, text))).append('\n');
  }

  /** Ends a bundle. */
  void finish() throws IOException {
    if (lines.length() == 0) {
      return;
    }
    Path part = file == null ? Path.of(folder, prefix + "-" + UUID.randomUUID() + ".jsonl") : file;
    // After a failure its last line may be torn, and nothing must follow that.
    file = null;
    Files.writeString(part, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    file = part;
  }
}
