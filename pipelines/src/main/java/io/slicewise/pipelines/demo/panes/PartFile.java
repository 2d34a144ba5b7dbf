package io.slicewise.pipelines.demo.panes;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Lines that one instance of a DoFn leaves behind in a folder. It appends once per bundle to a file
 * of its own, and the program gathers all parts when the run is over.
 *
 * <p>Each line is there at least once when its bundle has ended, and so before any checkpoint that
 * has the bundle; it is handed to the operating system, which may lose it if the machine stops. A
 * bundle that a runner repeats leaves its lines again: gathering keeps the newest. A process that
 * was killed may leave a part of a bundle, and its last line torn: the bundle comes again, and
 * gathering leaves a line without an end out.
 */
final class PartFile implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String folder;
  private final String prefix;

  /** Of one instance, named by its first bundle. */
  private transient Path file;

  /** Of one bundle. */
  private transient StringBuilder lines;

  PartFile(Path folder, String prefix) {
    this.folder = folder.toAbsolutePath().toString();
    this.prefix = prefix;
  }

  /** Begins a bundle and forgets what a failed one left. */
  void start() {
    if (file == null) {
      // In the order of their names, parts of a later attempt come after those of an earlier one.
      String name =
          String.format("%s-%013d-%s.jsonl", prefix, System.currentTimeMillis(), UUID.randomUUID());
      file = Path.of(folder, name);
    }
    lines = new StringBuilder();
  }

  /** Takes an object as a line. */
  void add(Object object) {
    lines.append(JsonLines.write(object)).append('\n');
  }

  /** Ends a bundle. */
  void finish() throws IOException {
    if (lines.length() == 0) {
      return;
    }
    Path part = file;
    // After a failure there may be a torn line, so nothing is appended to it.
    file = null;
    Files.writeString(part, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    file = part;
  }

  /** The lines of all parts, as objects in order; of those that are equal in it, the newest. */
  static <T> List<T> gather(Path folder, String prefix, Class<T> type, Comparator<T> order)
      throws IOException {
    TreeMap<T, T> objects = new TreeMap<>(order);
    for (Path part : parts(folder, prefix)) {
      String text = Files.readString(part, StandardCharsets.UTF_8);
      text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(line -> JsonLines.read(line, type))
          .forEach(object -> objects.put(object, object));
    }
    return new ArrayList<>(objects.values());
  }

  /** Deletes all parts. */
  static void clear(Path folder, String prefix) throws IOException {
    for (Path part : parts(folder, prefix)) {
      Files.delete(part);
    }
  }

  private static List<Path> parts(Path folder, String prefix) throws IOException {
    List<Path> parts = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, prefix + "-*.jsonl")) {
      found.forEach(parts::add);
    }
    parts.sort(Comparator.comparing(part -> part.getFileName().toString()));
    return parts;
  }
}
