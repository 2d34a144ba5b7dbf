package io.slicewise.pipelines.demo.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Comma-separated values as in RFC 4180. The first line names the columns, empty lines are skipped,
 * and an empty cell is a field without a value. A quoted cell may hold commas, doubled quotes and
 * line ends.
 *
 * <p>Each record is cut out of the input before it is parsed, and after one that cannot be read the
 * next line is tried, so that a quote which never closes costs one line and not the rest of the
 * file.
 */
final class CsvRows implements RowParser {
  private static final String TEXT_AFTER_QUOTE =
      "text after a closing quote; a quote inside a cell must be doubled";
  private static final int MOST_LINES_OF_A_RECORD = 1000;
  private static final ObjectReader READER =
      new CsvMapper().readerFor(String[].class).with(CsvParser.Feature.WRAP_AS_ARRAY);

  private final String input;
  private final RowFields wanted;

  /** Wants these columns; the name of the input is for messages. */
  CsvRows(String input, RowFields wanted) {
    this.input = input;
    this.wanted = wanted;
  }

  /**
   * Reads all records.
   *
   * @throws SettingException if a wanted column is missing
   */
  @Override
  public void parse(Iterable<TextLine> lines, Receiver receiver) {
    List<TextLine> all = new ArrayList<>();
    lines.forEach(all::add);
    List<String> columns = null;
    int next = 0;
    while (next < all.size()) {
      TextLine first = all.get(next);
      int end = endOfRecord(all, next);
      TextLine record = join(all.subList(next, end));
      if (record.text().isBlank()) {
        next = end;
      } else if (columns == null) {
        columns = header(record);
        next = end;
      } else {
        try {
          receiver.row(row(columns, record));
          next = end;
        } catch (UnreadableRecordException e) {
          receiver.unreadable(new DeadLetter(first.number(), e.getMessage(), first.text()));
          next++;
        }
      }
    }
  }

  /** The line after a record: after the first that leaves no cell open, or just the next line. */
  private static int endOfRecord(List<TextLine> lines, int start) {
    boolean open = false;
    int most = Math.min(lines.size(), start + MOST_LINES_OF_A_RECORD);
    for (int i = start; i < most; i++) {
      open = leavesQuoteOpen(lines.get(i).text(), open);
      if (!open) {
        return i + 1;
      }
    }
    return start + 1;
  }

  /** Whether a text ends inside a quoted cell. A quote opens a cell only at its start. */
  private static boolean leavesQuoteOpen(String text, boolean open) {
    boolean quoted = open;
    boolean cellStart = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!quoted) {
        quoted = cellStart && c == '"';
        cellStart = c == ',';
      } else if (c == '"') {
        boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == '"';
        i += doubled ? 1 : 0;
        quoted = doubled;
        cellStart = false;
      }
    }
    return quoted;
  }

  private static TextLine join(List<TextLine> lines) {
    StringBuilder text = new StringBuilder();
    boolean utf8 = true;
    for (TextLine line : lines) {
      text.append(text.length() == 0 ? "" : "\n").append(line.text());
      utf8 &= line.utf8();
    }
    return new TextLine(lines.get(0).number(), text.toString(), utf8);
  }

  private List<String> header(TextLine record) {
    List<String> columns;
    try {
      columns = cells(record).stream().map(String::strip).toList();
    } catch (UnreadableRecordException e) {
      throw new SettingException(
          String.format(
              "--format=csv: the header of %s, line %d, cannot be read: %s. The first line must"
                  + " name the columns, separated by commas.",
              input, record.number(), e.getMessage()));
    }
    requireColumn("--key", wanted.key(), columns);
    requireColumn("--timestamp", wanted.timestamp(), columns);
    wanted.arrival().ifPresent(column -> requireColumn("--arrival", column, columns));
    if (wanted.numbersRequired()) {
      wanted.numbers().forEach(column -> requireColumn("--value", column, columns));
    }
    if (new HashSet<>(columns).size() < columns.size()) {
      throw new SettingException(
          String.format(
              "--format=csv: the header of %s names a column twice: %s. Give each a name of its"
                  + " own.",
              input, String.join(", ", columns)));
    }
    return columns;
  }

  private void requireColumn(String option, String column, List<String> columns) {
    if (!columns.contains(column)) {
      String wayOut =
          option.equals("--arrival") ? ", or --arrival=none to keep the file's order." : ".";
      throw new SettingException(
          String.format(
              "%s=%s: %s has no such column. Name one of: %s%s",
              option, column, input, String.join(", ", columns), wayOut));
    }
  }

  private static Row row(List<String> columns, TextLine record) throws UnreadableRecordException {
    List<String> cells = cells(record);
    if (cells.size() != columns.size()) {
      throw new UnreadableRecordException(
          String.format("%d columns, but the header has %d", cells.size(), columns.size()));
    }
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      fields.put(columns.get(i), cell.isEmpty() ? NullNode.getInstance() : TextNode.valueOf(cell));
    }
    return new Row(record.number(), record.text(), fields);
  }

  private static List<String> cells(TextLine record) throws UnreadableRecordException {
    if (!record.utf8()) {
      throw new UnreadableRecordException("not UTF-8");
    }
    if (leavesQuoteOpen(record.text(), false)) {
      throw new UnreadableRecordException("a quote that never closes");
    }
    try (MappingIterator<String[]> rows = READER.readValues(record.text())) {
      List<String[]> all = rows.readAll();
      if (all.size() != 1) {
        throw new UnreadableRecordException(TEXT_AFTER_QUOTE);
      }
      return List.of(all.get(0));
    } catch (JsonProcessingException e) {
      String message = e.getOriginalMessage().lines().findFirst().orElse("malformed");
      throw new UnreadableRecordException(
          message.contains("Expected column separator") ? TEXT_AFTER_QUOTE : "not CSV: " + message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
