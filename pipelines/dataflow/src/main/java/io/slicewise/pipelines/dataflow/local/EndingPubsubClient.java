package io.slicewise.pipelines.dataflow.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubClient;
import org.apache.beam.sdk.schemas.Schema;

/**
 * Passes on to another client what readers and writers ask for, and knows when there is no more.
 */
final class EndingPubsubClient extends PubsubClient {
  private final PubsubClient client;
  private final String rootUrl;
  private SubscriptionPath pulled;

  EndingPubsubClient(PubsubClient client, String rootUrl) {
    this.client = client;
    this.rootUrl = rootUrl;
  }

  @Override
  public List<IncomingMessage> pull(
      long requestTimeMillis, SubscriptionPath subscription, int most, boolean returnImmediately)
      throws IOException {
    pulled = subscription;
    return client.pull(requestTimeMillis, subscription, most, returnImmediately);
  }

  @Override
  public boolean isEOF() {
    if (pulled == null) {
      return false;
    }
    try (InputStream answer =
        URI.create(rootUrl + "/drained/" + pulled.getPath()).toURL().openStream()) {
      return Boolean.parseBoolean(new String(answer.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int publish(TopicPath topic, List<OutgoingMessage> messages) throws IOException {
    return client.publish(topic, messages);
  }

  @Override
  public void acknowledge(SubscriptionPath subscription, List<String> ackIds) throws IOException {
    client.acknowledge(subscription, ackIds);
  }

  @Override
  public void modifyAckDeadline(
      SubscriptionPath subscription, List<String> ackIds, int deadlineSeconds) throws IOException {
    client.modifyAckDeadline(subscription, ackIds, deadlineSeconds);
  }

  @Override
  public int ackDeadlineSeconds(SubscriptionPath subscription) throws IOException {
    return client.ackDeadlineSeconds(subscription);
  }

  @Override
  public boolean isTopicExists(TopicPath topic) throws IOException {
    return client.isTopicExists(topic);
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  @Override
  public void createTopic(TopicPath topic) {
    throw notUsed();
  }

  @Override
  public void createTopic(TopicPath topic, SchemaPath schema) {
    throw notUsed();
  }

  @Override
  public void deleteTopic(TopicPath topic) {
    throw notUsed();
  }

  @Override
  public List<TopicPath> listTopics(ProjectPath project) {
    throw notUsed();
  }

  @Override
  public void createSubscription(
      TopicPath topic, SubscriptionPath subscription, int ackDeadlineSeconds) {
    throw notUsed();
  }

  @Override
  public void deleteSubscription(SubscriptionPath subscription) {
    throw notUsed();
  }

  @Override
  public List<SubscriptionPath> listSubscriptions(ProjectPath project, TopicPath topic) {
    throw notUsed();
  }

  @Override
  public void createSchema(
      SchemaPath schemaPath, String schemaContent, com.google.pubsub.v1.Schema.Type type) {
    throw notUsed();
  }

  @Override
  public void deleteSchema(SchemaPath schemaPath) {
    throw notUsed();
  }

  @Override
  public SchemaPath getSchemaPath(TopicPath topicPath) {
    throw notUsed();
  }

  @Override
  public Schema getSchema(SchemaPath schemaPath) {
    throw notUsed();
  }

  private static UnsupportedOperationException notUsed() {
    return new UnsupportedOperationException("Pipelines do not ask for it.");
  }
}
