package io.slicewise.pipelines.aggregates;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.pipelines.fields.ExactNumber;
import io.slicewise.pipelines.fields.FieldPath;
import io.slicewise.pipelines.fields.TimeFormat;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.joda.time.Instant;

/** Reads what the settings ask for from the bytes of a record. */
public final class RecordReader implements Serializable {
  private static final long serialVersionUID = 1L;

  private final PayloadFormat format;
  private final FieldPath key;
  private final FieldPath timestampOrNull;
  private final TimeFormat timeFormat;
  private final List<FieldPath> numbers;
  private final List<FieldPath> texts;

  /**
   * A reader.
   *
   * @param timestampOrNull null if the source gives the event time
   * @param numbers fields to read as numbers
   * @param texts fields to read as texts
   */
  RecordReader(
      PayloadFormat format,
      FieldPath key,
      FieldPath timestampOrNull,
      TimeFormat timeFormat,
      List<FieldPath> numbers,
      List<FieldPath> texts) {
    this.format = format;
    this.key = key;
    this.timestampOrNull = timestampOrNull;
    this.timeFormat = timeFormat;
    this.numbers = List.copyOf(numbers);
    this.texts = List.copyOf(texts);
  }

  /** Whether records have their event time in a field. */
  public boolean readsTimestamps() {
    return timestampOrNull != null;
  }

  /**
   * The event time of a record, from its field.
   *
   * @throws UnreadableRecordException if the record cannot be read that far
   * @throws IllegalStateException unless {@link #readsTimestamps}
   */
  public Instant timestamp(byte[] payload) throws UnreadableRecordException {
    if (timestampOrNull == null) {
      throw new IllegalStateException("the source gives the event time");
    }
    return timestamp(format.read(payload));
  }

  private Instant timestamp(JsonNode fields) throws UnreadableRecordException {
    return Instant.ofEpochMilli(
        timeFormat.parse(timestampOrNull.toString(), timestampOrNull.valueIn(fields)));
  }

  /**
   * What a record is grouped by.
   *
   * @throws UnreadableRecordException if the record cannot be read that far
   */
  public String key(byte[] payload) throws UnreadableRecordException {
    return key.textIn(format.read(payload));
  }

  /**
   * Reads all that is wanted; the event time too, so that a record without one does not count.
   *
   * @throws UnreadableRecordException with the first reason why it cannot be read
   */
  MeasuredRecord read(byte[] payload) throws UnreadableRecordException {
    JsonNode fields = format.read(payload);
    String keyText = key.textIn(fields);
    if (keyText.indexOf('\0') >= 0) {
      throw new UnreadableRecordException(
          "field '" + key + "' holds the character 0, which databases refuse");
    }
    if (timestampOrNull != null) {
      timestamp(fields);
    }
    Map<String, BigDecimal> numbersRead = new TreeMap<>();
    for (FieldPath path : numbers) {
      Optional<JsonNode> value = path.find(fields);
      if (value.isPresent()) {
        numbersRead.put(path.toString(), ExactNumber.of(path.toString(), value.get()));
      }
    }
    Map<String, String> textsRead = new TreeMap<>();
    for (FieldPath path : texts) {
      if (path.find(fields).isPresent()) {
        textsRead.put(path.toString(), path.valueIn(fields).toString());
      }
    }
    return new MeasuredRecord(keyText, numbersRead, textsRead, payload);
  }
}
