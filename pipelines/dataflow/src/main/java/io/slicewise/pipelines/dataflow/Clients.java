package io.slicewise.pipelines.dataflow;

import java.util.Optional;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryIO;
import org.apache.beam.sdk.io.gcp.bigquery.BigQueryServices;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubClient.PubsubClientFactory;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubIO;
import org.apache.beam.sdk.values.Row;

/**
 * What a pipeline reaches Google Cloud by.
 *
 * @param pubsub Pub/Sub, if not by Beam's own client
 * @param bigQuery BigQuery, if not by Beam's own client
 */
public record Clients(Optional<PubsubClientFactory> pubsub, Optional<BigQueryServices> bigQuery) {

  /** Beam's own clients, which Dataflow puts its own in place of. */
  public static Clients ofBeam() {
    return new Clients(Optional.empty(), Optional.empty());
  }

  <T> PubsubIO.Read<T> reading(PubsubIO.Read<T> read) {
    return pubsub.map(read::withClientFactory).orElse(read);
  }

  <T> PubsubIO.Write<T> writing(PubsubIO.Write<T> write) {
    return pubsub.map(write::withClientFactory).orElse(write);
  }

  BigQueryIO.Write<Row> writing(BigQueryIO.Write<Row> write) {
    return bigQuery.map(write::withTestServices).orElse(write);
  }
}
