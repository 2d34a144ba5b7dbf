package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.beam.Capabilities;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code docs/runners.md}, whose tables are written by the conformance runs. A run either finds its
 * row there as it measured it, or, with {@code -Dslicewise.docs=write}, puts it there.
 */
public final class RunnersPage {
  private static final String WRITE = "write";
  private static final Path FILE = Path.of("../../docs/runners.md");
  private static final Path LOCK = Path.of("../target/runners-page.lock");
  private static final String MEASURED = "| Runner and mode | Scenarios | Match | Remarks |";
  private static final String LIMITS = "| Where | What is missing | What happens | Read on |";

  private RunnersPage() {}

  /** Holds the measured row that begins with {@code name} against the page. */
  public static void check(String name, String row) {
    check(MEASURED, name, row);
  }

  /** Holds all declared limits against the page. */
  public static void checkLimits() {
    for (Capabilities.Limit limit : Capabilities.limits()) {
      check(
          LIMITS,
          limit.where(),
          String.join(
              " | ",
              "| " + limit.where(),
              limit.reason(),
              limit.consequence(),
              "<" + limit.issue() + "> |"));
    }
    assertThat(rowsBelow(lines(), LIMITS)).hasSameSizeAs(Capabilities.limits());
  }

  private static void check(String table, String name, String row) {
    if (WRITE.equals(System.getProperty("slicewise.docs"))) {
      write(table, name, row);
      return;
    }
    List<String> lines = lines();
    int present = indexOfRow(lines, table, name);
    assertThat(present < 0 ? "no such row" : lines.get(present))
        .as("docs/runners.md on %s; -Dslicewise.docs=write brings it up to date", name)
        .isEqualTo(row);
  }

  /** Puts the row into the page while nobody else does: modules are tested side by side. */
  private static void write(String table, String name, String row) {
    try {
      Files.createDirectories(LOCK.getParent());
      try (FileChannel channel =
          FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.lock();
        List<String> lines = lines();
        int present = indexOfRow(lines, table, name);
        if (present >= 0) {
          lines.set(present, row);
        } else {
          lines.add(endOf(lines, table), row);
        }
        Files.write(FILE, lines);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int indexOfRow(List<String> lines, String table, String name) {
    int from = indexOf(lines, table);
    for (int i = from; i < endOf(lines, table); i++) {
      if (lines.get(i).startsWith("| " + name + " |")) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> rowsBelow(List<String> lines, String table) {
    return lines.subList(indexOf(lines, table) + 2, endOf(lines, table));
  }

  private static int indexOf(List<String> lines, String table) {
    int index = lines.indexOf(table);
    assertThat(index).as("line of docs/runners.md that reads %s", table).isNotNegative();
    return index;
  }

  private static int endOf(List<String> lines, String table) {
    int end = indexOf(lines, table);
    while (end < lines.size() && lines.get(end).startsWith("|")) {
      end++;
    }
    return end;
  }

  private static List<String> lines() {
    try {
      return new ArrayList<>(Files.readAllLines(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
