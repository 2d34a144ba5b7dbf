package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.aggregates.AggregateRecords;
import io.slicewise.pipelines.aggregates.AggregatedRecords;
import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.aggregates.RejectedRecord;
import java.util.Optional;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;

/**
 * Aggregates records into a table: what comes after the source in each pipeline. What is in no row
 * is the output, as dead letters.
 */
final class AggregateIntoTable
    extends PTransform<PCollection<byte[]>, PCollectionList<PubsubMessage>> {
  private static final long serialVersionUID = 1L;

  private final AggregationSettings settings;
  private final UpsertRows upsertRows;
  private final Optional<WindowRange> range;

  private AggregateIntoTable(
      AggregationSettings settings, UpsertRows upsertRows, Optional<WindowRange> range) {
    this.settings = settings;
    this.upsertRows = upsertRows;
    this.range = range;
  }

  AggregateIntoTable(AggregationSettings settings, UpsertRows upsertRows) {
    this(settings, upsertRows, Optional.empty());
  }

  /**
   * Only windows in the range get rows; what is late or cannot be read is an output all the same.
   */
  AggregateIntoTable within(WindowRange newRange) {
    return new AggregateIntoTable(settings, upsertRows, Optional.of(newRange));
  }

  @Override
  public PCollectionList<PubsubMessage> expand(PCollection<byte[]> payloads) {
    AggregatedRecords aggregated = payloads.apply("Records", AggregateRecords.by(settings));
    PCollection<Row> results = aggregated.allResults();
    PCollection<Row> rows =
        range.isPresent() ? results.apply("In range", Filter.by(range.get())) : results;
    PCollection<RejectedRecord> late = aggregated.late();
    PCollection<RejectedRecord> unreadable = aggregated.unreadable();
    return PCollectionList.of(rows.apply("Table", upsertRows))
        .and(late.apply("Late", PublishDeadLetters.letters(DeadLetter.Kind.LATE)))
        .and(
            unreadable.apply("Unreadable", PublishDeadLetters.letters(DeadLetter.Kind.UNREADABLE)));
  }
}
