package io.slicewise.pipelines.aggregates;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.fields.FieldPath;
import io.slicewise.pipelines.fields.TimeFormat;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.joda.time.Duration;

/**
 * Checked settings of an aggregation.
 *
 * @param reader reads the records
 * @param columns what is computed, one at least
 * @param windows over which windows
 * @param trigger when they give panes
 * @param lateness how long after its end a window takes late records
 * @param accumulation what a pane holds
 */
public record AggregationSettings(
    RecordReader reader,
    List<Column> columns,
    WindowChoice windows,
    TriggerChoice trigger,
    Duration lateness,
    Accumulation accumulation)
    implements Serializable {
  private static final long MOST_PANES_PER_RECORD = 10_000;

  /** What a pane holds. */
  public enum Accumulation {
    /** Its window so far. */
    ACCUMULATING,
    /** What came since the pane before. */
    DISCARDING,
    /** Its window so far, after a retraction of the pane before. */
    RETRACTING
  }

  /** How records are written. */
  private enum Format {
    JSON,
    AVRO
  }

  /** Copies the columns. */
  public AggregationSettings {
    columns = List.copyOf(columns);
  }

  /**
   * Checks options; reads the file of the Avro schema, if there is one.
   *
   * @throws SettingException for the first option that cannot be used
   */
  public static AggregationSettings of(AggregationOptions options) {
    List<Column> columns = columns(options);
    return of(options, columns, payloads(options));
  }

  /**
   * Checks options of records in Avro's binary encoding, whose schema came with them.
   *
   * @throws SettingException for the first option that cannot be used
   */
  public static AggregationSettings ofAvro(
      AggregationOptions options, org.apache.avro.Schema schema) {
    return of(options, columns(options), new PayloadFormat.Avro(new AvroSchema(schema)));
  }

  private static List<Column> columns(AggregationOptions options) {
    return Column.parse(
        Option.of("aggregates", options.getAggregates())
            .required("what to compute, such as count,sum:amount"));
  }

  private static PayloadFormat payloads(AggregationOptions options) {
    Format format = Option.of("format", options.getFormat()).choice(List.of(Format.values()));
    Option avroSchema = Option.of("avroSchema", options.getAvroSchema());
    if (format == Format.AVRO) {
      return new PayloadFormat.Avro(AvroSchema.of(avroSchema));
    }
    avroSchema.refuse("--format=json needs no schema");
    return new PayloadFormat.Json();
  }

  private static AggregationSettings of(
      AggregationOptions options, List<Column> columns, PayloadFormat payloads) {
    AggregationSettings settings =
        new AggregationSettings(
            reader(options, columns, payloads),
            columns,
            WindowChoice.of(options),
            TriggerChoice.of(options),
            WindowChoice.duration(
                Option.of("lateness", options.getLateness()), "a duration, such as 1h", 0),
            Option.of("accumulation", options.getAccumulation())
                .choice(List.of(Accumulation.values())));
    long perRecord = settings.windows.mostPerRecord();
    if (settings.trigger.preset() != TriggerChoice.Preset.AT_WATERMARK
        && perRecord > MOST_PANES_PER_RECORD) {
      throw new SettingException(
          String.format(
              "--trigger=%s: a record is in up to %d windows of --size=%s, each of which would give"
                  + " a pane before its end; at most %d. Use --trigger=at-watermark or a longer"
                  + " --period.",
              options.getTrigger(), perRecord, options.getSize(), MOST_PANES_PER_RECORD));
    }
    return settings;
  }

  private static RecordReader reader(
      AggregationOptions options, List<Column> columns, PayloadFormat payloads) {
    Option key = Option.of("key", options.getKey());
    Option timestamp = Option.of("timestamp", options.getTimestamp());
    Option timestampFormat = Option.of("timestampFormat", options.getTimestampFormat());
    if (timestamp.value().isEmpty()) {
      timestampFormat.refuse("without --timestamp no event time is read");
    }
    FieldPath keyPath =
        FieldPath.parse(key.name(), key.required("the field to group by, such as customer.id"));
    Optional<FieldPath> timestampPath =
        timestamp.value().map(path -> FieldPath.parse(timestamp.name(), path));
    TimeFormat timeFormat =
        TimeFormat.of(timestampFormat.name(), timestampFormat.value().orElse("millis"));
    if (payloads instanceof PayloadFormat.Avro avro) {
      AvroSchema schema = avro.schema();
      schema.require(key, keyPath);
      timestampPath.ifPresent(path -> schema.require(timestamp, path));
      Option aggregates = Option.of("aggregates", options.getAggregates());
      columns.stream()
          .filter(column -> column.kind() != Column.Kind.COUNT)
          .forEach(column -> schema.require(aggregates, column.fieldOrNull()));
    }
    return new RecordReader(
        payloads,
        keyPath,
        timestampPath.orElse(null),
        timeFormat,
        fields(columns, true),
        fields(columns, false));
  }

  private static List<FieldPath> fields(List<Column> columns, boolean numbers) {
    return columns.stream()
        .filter(column -> column.kind() != Column.Kind.COUNT)
        .filter(column -> column.kind().takesNumbers() == numbers)
        .map(Column::fieldOrNull)
        .distinct()
        .toList();
  }

  /** Whether results are panes and retractions. */
  public boolean retracts() {
    return accumulation == Accumulation.RETRACTING;
  }

  /** Whether a key and window can have more than one pane. */
  public boolean refines() {
    return trigger.preset() != TriggerChoice.Preset.AT_WATERMARK
        || lateness.isLongerThan(Duration.ZERO);
  }

  /** The schema of the results: {@link ResultRows} names what every result has. */
  public Schema resultSchema() {
    return ResultRows.schema(this);
  }

  /** The windows of one size, with all that is set. */
  <T> Window<T> window(WindowFn<Object, ?> function) {
    Window<T> window =
        Window.<T>into(function).triggering(trigger.trigger()).withAllowedLateness(lateness);
    return accumulation == Accumulation.DISCARDING
        ? window.discardingFiredPanes()
        : window.accumulatingFiredPanes();
  }
}
