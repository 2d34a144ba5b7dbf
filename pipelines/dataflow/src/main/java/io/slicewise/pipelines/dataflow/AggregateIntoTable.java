package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.aggregates.AggregateRecords;
import io.slicewise.pipelines.aggregates.AggregatedRecords;
import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.aggregates.RejectedRecord;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;

/**
 * Aggregates records into a table: what comes after the source in each pipeline. What is in no row
 * is the output, as dead letters.
 */
final class AggregateIntoTable
    extends PTransform<PCollection<byte[]>, PCollectionList<PubsubMessage>> {
  private static final long serialVersionUID = 1L;

  private final AggregationSettings settings;
  private final UpsertRows upsertRows;

  AggregateIntoTable(AggregationSettings settings, UpsertRows upsertRows) {
    this.settings = settings;
    this.upsertRows = upsertRows;
  }

  @Override
  public PCollectionList<PubsubMessage> expand(PCollection<byte[]> payloads) {
    AggregatedRecords aggregated = payloads.apply("Records", AggregateRecords.by(settings));
    PCollection<RejectedRecord> late = aggregated.late();
    PCollection<RejectedRecord> unreadable = aggregated.unreadable();
    return PCollectionList.of(aggregated.allResults().apply("Table", upsertRows))
        .and(late.apply("Late", PublishDeadLetters.letters(DeadLetter.Kind.LATE)))
        .and(
            unreadable.apply("Unreadable", PublishDeadLetters.letters(DeadLetter.Kind.UNREADABLE)));
  }
}
