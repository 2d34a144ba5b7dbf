package io.slicewise.pipelines.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.slicewise.pipelines.SettingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;

/**
 * Comma-separated values as in RFC 4180, each row as a JSON object of texts. The first line names
 * the columns; an empty cell is a field without a value.
 */
final class CsvFileRows implements Rows {
  private static final int MOST_LINES_OF_A_ROW = 1_000;
  private static final JsonMapper JSON = new JsonMapper();
  private static final ObjectReader CELLS =
      new CsvMapper().readerFor(String[].class).with(CsvParser.Feature.WRAP_AS_ARRAY);

  @Override
  public void read(Path file, Receiver receiver) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      List<String> columns = null;
      Deque<String> ahead = new ArrayDeque<>();
      long line = 0;
      for (String first = next(ahead, in); first != null; first = next(ahead, in)) {
        line++;
        List<String> more = new ArrayList<>();
        StringBuilder row = new StringBuilder(first);
        while (hasOpenQuote(row) && more.size() < MOST_LINES_OF_A_ROW) {
          String next = next(ahead, in);
          if (next == null) {
            break;
          }
          more.add(next);
          row.append('\n').append(next);
        }
        if (hasOpenQuote(row)) {
          // costs one line, not all that follow
          receiver.unreadable(file, line, first, "a quote that never closes");
          for (int i = more.size() - 1; i >= 0; i--) {
            ahead.addFirst(more.get(i));
          }
        } else if (columns == null) {
          columns = header(file, row.toString());
          line += more.size();
        } else {
          give(columns, file, line, row.toString(), receiver);
          line += more.size();
        }
      }
    } catch (MalformedInputException e) {
      throw new SettingException(
          "--input: " + file + " is not UTF-8. Convert it, or name its format with --inputFormat.");
    }
  }

  private static String next(Deque<String> ahead, BufferedReader in) throws IOException {
    return ahead.isEmpty() ? in.readLine() : ahead.removeFirst();
  }

  /** Whether a quoted cell goes on: an odd number of quotes. */
  private static boolean hasOpenQuote(CharSequence text) {
    return text.chars().filter(c -> c == '"').count() % 2 == 1;
  }

  private static List<String> header(Path file, String row) throws IOException {
    List<String> columns;
    try {
      columns = cells(row).stream().map(String::strip).toList();
    } catch (JsonProcessingException e) {
      throw new SettingException(
          "--input: the header of " + file + " cannot be read: " + e.getOriginalMessage() + ".");
    }
    if (new HashSet<>(columns).size() < columns.size()) {
      throw new SettingException(
          String.format(
              "--input: the header of %s names a column twice: %s. Give each a name of its own.",
              file, String.join(", ", columns)));
    }
    return columns;
  }

  private static void give(
      List<String> columns, Path file, long line, String row, Receiver receiver)
      throws IOException {
    if (row.isBlank()) {
      return;
    }
    List<String> cells;
    try {
      cells = cells(row);
    } catch (JsonProcessingException e) {
      receiver.unreadable(file, line, row, "not CSV: " + e.getOriginalMessage());
      return;
    }
    if (cells.size() != columns.size()) {
      receiver.unreadable(
          file,
          line,
          row,
          String.format("%d columns, but the header has %d", cells.size(), columns.size()));
      return;
    }
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < cells.size(); i++) {
      if (!cells.get(i).isEmpty()) {
        fields.put(columns.get(i), cells.get(i));
      }
    }
    receiver.row(JSON.writeValueAsBytes(fields));
  }

  private static List<String> cells(String row) throws IOException {
    try (MappingIterator<String[]> rows = CELLS.readValues(row)) {
      return rows.hasNextValue() ? List.of(rows.nextValue()) : List.of();
    }
  }
}
