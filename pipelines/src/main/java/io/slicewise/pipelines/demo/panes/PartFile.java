package io.slicewise.pipelines.demo.panes;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Lines that one instance of a DoFn leaves behind in a folder. It appends once per bundle to a file
 * of its own, and the program gathers all parts when the run is over. A bundle that a runner
 * repeats may leave its lines twice; gathering keeps one.
 */
final class PartFile implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String folder;
  private final String prefix;

  /** Of one instance, named by its first bundle. */
  private transient Path file;

  /** Of one bundle. */
  private transient List<String> lines;

  PartFile(Path folder, String prefix) {
    this.folder = folder.toAbsolutePath().toString();
    this.prefix = prefix;
  }

  /** Begins a bundle and forgets what a failed one left. */
  void start() {
    if (file == null) {
      file = Path.of(folder, prefix + "-" + UUID.randomUUID() + ".jsonl");
    }
    lines = new ArrayList<>();
  }

  /** Takes an object as a line. */
  void add(Object object) {
    lines.add(JsonLines.write(object));
  }

  /** Ends a bundle. */
  void finish() throws IOException {
    if (!lines.isEmpty()) {
      Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  /** The lines of all parts, as objects in order, each once. */
  static <T> List<T> gather(Path folder, String prefix, Class<T> type, Comparator<T> order)
      throws IOException {
    TreeSet<T> objects = new TreeSet<>(order);
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, prefix + "-*.jsonl")) {
      for (Path part : parts) {
        for (String line : Files.readAllLines(part)) {
          objects.add(JsonLines.read(line, type));
        }
      }
    }
    return new ArrayList<>(objects);
  }
}
