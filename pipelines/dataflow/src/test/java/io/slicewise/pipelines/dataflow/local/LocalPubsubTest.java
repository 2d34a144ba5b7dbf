package io.slicewise.pipelines.dataflow.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.client.googleapis.json.GoogleJsonResponseException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.beam.sdk.extensions.gcp.auth.NoopCredentialFactory;
import org.apache.beam.sdk.extensions.gcp.options.GcpOptions;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubClient;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubClient.IncomingMessage;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubClient.SubscriptionPath;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Beam's client gets from the server. */
class LocalPubsubTest {
  private static final String TOPIC = "projects/slicewise-local/topics/orders";
  private static final String NAME = "projects/slicewise-local/subscriptions/orders";
  private static final SubscriptionPath SUBSCRIPTION = PubsubClient.subscriptionPathFromPath(NAME);

  private LocalPubsub pubsub;
  private PubsubClient client;

  @BeforeEach
  void start() throws IOException {
    pubsub = LocalPubsub.start();
    pubsub.create(TOPIC, NAME);
    PubsubOptions options = PipelineOptionsFactory.as(PubsubOptions.class);
    options.setPubsubRootUrl(pubsub.rootUrl());
    options.as(GcpOptions.class).setCredentialFactoryClass(NoopCredentialFactory.class);
    client = new EndingPubsub().newClient("at", null, options);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    pubsub.close();
  }

  @Test
  void messages_comeOnce_withTheirAttributesAndTimes() throws IOException {
    pubsub.publish(TOPIC, List.of(new LocalMessage("ü", Map.of("at", "1000", "id", "7"))));
    IncomingMessage message = pull(10).get(0);
    assertThat(message.message().getData().toStringUtf8()).isEqualTo("ü");
    assertThat(message.message().getAttributesMap()).isEqualTo(Map.of("at", "1000", "id", "7"));
    assertThat(message.timestampMsSinceEpoch()).isEqualTo(1000);
    assertThat(pull(10)).isEmpty();
  }

  @Test
  void whatIsGivenBack_comesAgain_andWhatIsAcknowledgedDoesNot() throws IOException {
    pubsub.publish(TOPIC, messages(3));
    List<IncomingMessage> first = pull(2);
    client.acknowledge(SUBSCRIPTION, List.of(first.get(0).ackId()));
    client.modifyAckDeadline(SUBSCRIPTION, List.of(first.get(0).ackId(), first.get(1).ackId()), 0);
    assertThat(pull(10))
        .extracting(message -> message.message().getData().toStringUtf8())
        .containsExactly("1", "2");
  }

  @Test
  void theEnd_isWhenReadersHaveAll() throws IOException {
    pubsub.publish(TOPIC, messages(2));
    assertThat(pull(1)).hasSize(1);
    pubsub.end(NAME);
    assertThat(client.isEOF()).isFalse();
    String ackId = pull(1).get(0).ackId();
    assertThat(client.isEOF()).isTrue();
    client.modifyAckDeadline(SUBSCRIPTION, List.of(ackId), 0);
    assertThat(client.isEOF()).isFalse();
  }

  @Test
  void unknownNames_areNotFound() {
    assertThatThrownBy(
            () ->
                client.pull(
                    0,
                    PubsubClient.subscriptionPathFromPath(
                        "projects/slicewise-local/subscriptions/other"),
                    1,
                    true))
        .isInstanceOf(GoogleJsonResponseException.class)
        .hasMessageContaining("404")
        .hasMessageContaining("Resource not found: projects/slicewise-local/subscriptions/other");
  }

  private List<IncomingMessage> pull(int most) throws IOException {
    return client.pull(0, SUBSCRIPTION, most, true);
  }

  private static List<LocalMessage> messages(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new LocalMessage(String.valueOf(i), Map.of("at", "0")))
        .toList();
  }
}
