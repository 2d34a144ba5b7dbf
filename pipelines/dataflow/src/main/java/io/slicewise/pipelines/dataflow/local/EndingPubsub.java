package io.slicewise.pipelines.dataflow.local;

import java.io.IOException;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubClient;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubClient.PubsubClientFactory;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubJsonClient;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubOptions;

/**
 * Beam's own client of Pub/Sub, but for one thing: at a {@link LocalPubsub} whose subscription has
 * ended, the watermark goes to the end of time, so that the pipeline ends. Beam's client would wait
 * for a minute, and each of its readers for a message of its own.
 */
public final class EndingPubsub implements PubsubClientFactory {
  private static final long serialVersionUID = 1L;

  @Override
  public PubsubClient newClient(
      String timestampAttribute, String idAttribute, PubsubOptions options) throws IOException {
    return newClient(timestampAttribute, idAttribute, options, null);
  }

  @Override
  public PubsubClient newClient(
      String timestampAttribute, String idAttribute, PubsubOptions options, String rootUrl)
      throws IOException {
    return new EndingPubsubClient(
        PubsubJsonClient.FACTORY.newClient(timestampAttribute, idAttribute, options, rootUrl),
        rootUrl == null ? options.getPubsubRootUrl() : rootUrl);
  }

  @Override
  public String getKind() {
    return "Local";
  }
}
