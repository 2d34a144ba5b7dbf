package io.slicewise.pipelines.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Columns of text, as wide as their widest cell; numbers to the right. */
public final class TextTable {
  private TextTable() {}

  /** The lines of a table whose first row is the head. All rows have the same number of cells. */
  public static List<String> lines(List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    boolean[] numeric = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      int column = c;
      widths[c] = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      numeric[c] =
          rows.stream().skip(1).allMatch(row -> row.get(column).matches("-|-?[\\d,.]+(e.*)?"));
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      IntStream.range(0, columns)
          .forEach(
              c -> line.append(c == 0 ? "" : "  ").append(pad(row.get(c), widths[c], numeric[c])));
      lines.add(line.toString().stripTrailing());
    }
    lines.add(1, "-".repeat(lines.stream().mapToInt(String::length).max().orElse(0)));
    return lines;
  }

  private static String pad(String cell, int width, boolean toTheRight) {
    String blanks = " ".repeat(width - cell.length());
    return toTheRight ? blanks + cell : cell + blanks;
  }
}
