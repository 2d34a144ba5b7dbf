package io.slicewise.pipelines.aggregates;

import io.slicewise.beam.LateElement;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.SlicedWindowAggregateMulti;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * Aggregates records as the settings say. The input has the event times as timestamps; {@link
 * RecordReader#timestamp} tells them if they are in a field.
 *
 * <p>Each record is counted in exactly one way: it is in the panes of its windows, among the late
 * or among the unreadable ones. Only a record in a gap between windows, which sliding windows have
 * if the period is longer than the size, is in none.
 */
public final class AggregateRecords extends PTransform<PCollection<byte[]>, AggregatedRecords> {
  private static final long serialVersionUID = 1L;

  /** Namespace of the counters. */
  public static final String METRICS_NAMESPACE = "io.slicewise.pipelines.aggregates";

  /** Counter of the records that could be read. */
  public static final String RECORDS_READ = "recordsRead";

  /** Counter of the records that could not be read. */
  public static final String RECORDS_UNREADABLE = "recordsUnreadable";

  /** Counter of the records that came after all their windows had expired. */
  public static final String RECORDS_LATE = "recordsLate";

  private static final TupleTag<KV<String, LateElement<MeasuredRecord>>> LATE =
      new TupleTag<>("late");
  private static final TupleTag<KV<String, MeasuredRecord>> READ = new TupleTag<>("read");
  private static final TupleTag<RejectedRecord> UNREADABLE = new TupleTag<>("unreadable");

  private final AggregationSettings settings;

  private AggregateRecords(AggregationSettings settings) {
    this.settings = settings;
  }

  /** Aggregates as the settings say. */
  public static AggregateRecords by(AggregationSettings settings) {
    return new AggregateRecords(Objects.requireNonNull(settings, "settings"));
  }

  @Override
  public AggregatedRecords expand(PCollection<byte[]> payloads) {
    PCollectionTuple records =
        payloads.apply(
            "Read",
            ParDo.of(new ReadFn(settings.reader()))
                .withOutputTags(READ, TupleTagList.of(UNREADABLE)));
    PCollection<KV<String, MeasuredRecord>> read =
        records.get(READ).setCoder(KvCoder.of(StringUtf8Coder.of(), MeasuredRecordCoder.of()));
    PCollection<RejectedRecord> unreadable =
        records.get(UNREADABLE).setCoder(RejectedRecord.coder());

    CombineFn<MeasuredRecord, ?, Row> columns = ColumnsFn.of(settings.columns());
    return settings.retracts()
        ? aggregated(
            read,
            unreadable,
            SlicedWindowAggregate.<String, MeasuredRecord, Row>perKey(columns)
                    .retractingFiredPanes()
                ::windowedBy,
            new ResultRows.OfChangesFn(settings.resultSchema()))
        : aggregated(
            read,
            unreadable,
            SlicedWindowAggregate.<String, MeasuredRecord, Row>perKey(columns)::windowedBy,
            new ResultRows.OfPanesFn(settings.resultSchema()));
  }

  /** Starts an aggregation in windows, as {@link SlicedWindowAggregate#windowedBy} does. */
  private interface First<R> {
    SlicedWindowAggregateMulti<String, MeasuredRecord, R> windowedBy(
        TupleTag<KV<String, R>> tag, Window<KV<String, MeasuredRecord>> window);
  }

  private <R> AggregatedRecords aggregated(
      PCollection<KV<String, MeasuredRecord>> read,
      PCollection<RejectedRecord> unreadable,
      First<R> first,
      DoFn<KV<String, R>, Row> asRow) {
    List<TupleTag<KV<String, R>>> tags =
        IntStream.range(0, settings.windows().functions().size())
            .mapToObj(i -> new TupleTag<KV<String, R>>("size" + i))
            .toList();
    SlicedWindowAggregateMulti<String, MeasuredRecord, R> aggregate =
        first.windowedBy(tags.get(0), settings.window(settings.windows().functions().get(0)));
    for (int i = 1; i < tags.size(); i++) {
      aggregate =
          aggregate.windowedBy(tags.get(i), settings.window(settings.windows().functions().get(i)));
    }
    PCollectionTuple outputs = read.apply("Aggregate", aggregate.withLateOutput(LATE));
    List<PCollection<Row>> results = new ArrayList<>();
    for (int i = 0; i < tags.size(); i++) {
      results.add(
          outputs
              .get(tags.get(i))
              .apply(i == 0 ? "As rows" : "As rows of size " + (i + 1), ParDo.of(asRow))
              .setRowSchema(settings.resultSchema()));
    }
    PCollection<RejectedRecord> late =
        outputs
            .get(LATE)
            .apply("Late records", ParDo.of(new LateFn()))
            .setCoder(RejectedRecord.coder());
    return new AggregatedRecords(PCollectionList.of(results), late, unreadable);
  }

  /** Reads records; those that cannot be read go to {@link #UNREADABLE}. */
  private static final class ReadFn extends DoFn<byte[], KV<String, MeasuredRecord>> {
    private static final long serialVersionUID = 1L;
    private final RecordReader reader;
    private final Counter readable = Metrics.counter(METRICS_NAMESPACE, RECORDS_READ);
    private final Counter unreadable = Metrics.counter(METRICS_NAMESPACE, RECORDS_UNREADABLE);

    ReadFn(RecordReader reader) {
      this.reader = reader;
    }

    @ProcessElement
    public void process(@Element byte[] payload, MultiOutputReceiver outputs) {
      MeasuredRecord record;
      try {
        record = reader.read(payload);
      } catch (UnreadableRecordException e) {
        unreadable.inc();
        outputs.get(UNREADABLE).output(RejectedRecord.unreadable(payload, e.getMessage()));
        return;
      }
      readable.inc();
      outputs.get(READ).output(KV.of(record.key(), record));
    }
  }

  private static final class LateFn
      extends DoFn<KV<String, LateElement<MeasuredRecord>>, RejectedRecord> {
    private static final long serialVersionUID = 1L;
    private final Counter lateRecords = Metrics.counter(METRICS_NAMESPACE, RECORDS_LATE);

    @ProcessElement
    public void process(
        @Element KV<String, LateElement<MeasuredRecord>> element,
        OutputReceiver<RejectedRecord> rejected) {
      LateElement<MeasuredRecord> late = element.getValue();
      lateRecords.inc();
      rejected.output(
          RejectedRecord.late(
              late.value().payload(),
              late.reason(),
              late.watermark().getMillis() - late.expiry().getMillis()));
    }
  }
}
