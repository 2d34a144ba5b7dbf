package io.slicewise.pipelines.demo.panes;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines that a {@link PartsFolder} was left with, put together as if nothing had failed.
 *
 * <p>A runner that fails goes back to a checkpoint, and with it the numbers of each key's lines. A
 * line takes the place of an older one with its number, and of all that followed that one: they
 * belong to an attempt that is undone. A process that was killed may have torn its last line; its
 * bundle comes again. So each line counts once, whether or not the attempts gave the same.
 */
final class Parts {
  private static final Comparator<NumberedLine> AS_WRITTEN =
      Comparator.comparing(NumberedLine::writtenMillis).thenComparing(NumberedLine::number);

  private Parts() {}

  /**
   * Puts the lines together, in no order between keys.
   *
   * @throws IOException if they cannot be read, or some are missing
   */
  static List<String> gather(Path folder, String prefix) throws IOException {
    Map<String, List<NumberedLine>> written = new HashMap<>();
    for (Path part : parts(folder, prefix)) {
      String text = Files.readString(part);
      for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
        NumberedLine numbered = JsonLines.read(line, NumberedLine.class);
        written.computeIfAbsent(numbered.key(), key -> new ArrayList<>()).add(numbered);
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<NumberedLine> ofKey : written.values()) {
      lines.addAll(inEffect(folder, ofKey));
    }
    return lines;
  }

  private static List<String> inEffect(Path folder, List<NumberedLine> ofKey) throws IOException {
    ofKey.sort(AS_WRITTEN);
    List<String> lines = new ArrayList<>();
    for (NumberedLine line : ofKey) {
      int number = Math.toIntExact(line.number());
      if (number > lines.size()) {
        throw new IOException(
            String.format(
                "%s: line %d of key %s is missing before line %d",
                folder, lines.size(), line.key(), number));
      }
      lines.subList(number, lines.size()).clear();
      lines.add(line.text());
    }
    return lines;
  }

  /** Deletes all lines. */
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
    return parts;
  }
}
