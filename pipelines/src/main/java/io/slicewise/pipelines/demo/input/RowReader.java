package io.slicewise.pipelines.demo.input;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.fields.ExactNumber;
import io.slicewise.pipelines.fields.TimeFormat;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads events from the bytes of a file and puts them into the order in which they came.
 *
 * @param input the name of the input, for messages
 * @param format how it is written
 * @param fields what to read of each row
 * @param timeFormat how times are written
 */
public record RowReader(String input, RowFormat format, RowFields fields, TimeFormat timeFormat) {
  /**
   * Reads all rows. Memory: the input and about 300 bytes per event.
   *
   * @throws SettingException if the input lacks a column
   */
  public ReadRows read(byte[] bytes) {
    Collector collector = new Collector();
    parser().parse(TextLine.split(bytes), collector);
    collector.arrived.sort(Comparator.comparingLong(Arrived::millis));
    return new ReadRows(inOrder(collector.arrived), collector.deadLetters);
  }

  private static List<Event> inOrder(List<Arrived> arrived) {
    List<Event> events = new ArrayList<>(arrived.size());
    long newest = Long.MIN_VALUE;
    for (Arrived next : arrived) {
      newest = Math.max(newest, next.event().timestampMillis());
      events.add(next.event().after(newest));
    }
    return events;
  }

  private RowParser parser() {
    return switch (format) {
      case JSONL -> new JsonRows();
      case CSV -> new CsvRows(input, fields);
    };
  }

  private Arrived arrivedOf(Row row) throws UnreadableRecordException {
    String key = row.text(fields.key());
    long timestamp = timeFormat.parse(fields.timestamp(), row.value(fields.timestamp()));
    long arrival = 0;
    if (fields.arrival().isPresent()) {
      String field = fields.arrival().get();
      arrival = timeFormat.parse(field, row.value(field));
    }
    SortedMap<String, BigDecimal> numbers = new TreeMap<>();
    for (String field : fields.numbers()) {
      if (fields.numbersRequired() || row.has(field)) {
        numbers.put(field, ExactNumber.of(field, row.value(field)));
      }
    }
    return new Arrived(arrival, new Event(row.line(), key, timestamp, timestamp, numbers));
  }

  /** An event and when it came. */
  private record Arrived(long millis, Event event) {}

  /** Takes what a parser gives. */
  private final class Collector implements RowParser.Receiver {
    private final List<Arrived> arrived = new ArrayList<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();

    @Override
    public void row(Row row) {
      try {
        arrived.add(arrivedOf(row));
      } catch (UnreadableRecordException e) {
        unreadable(new DeadLetter(row.line(), e.getMessage(), row.text()));
      }
    }

    @Override
    public void unreadable(DeadLetter letter) {
      deadLetters.add(letter);
    }
  }
}
