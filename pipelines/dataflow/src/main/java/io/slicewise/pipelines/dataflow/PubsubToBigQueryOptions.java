package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.template.ParameterType;
import io.slicewise.pipelines.template.Template;
import io.slicewise.pipelines.template.TemplateParameter;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.Validation;
import org.apache.beam.sdk.options.ValueProvider;

/** Options of {@link PubsubToBigQuery}. */
@Template(
    name = "pubsub-to-bigquery",
    title = "Pub/Sub to BigQuery, aggregated by windows",
    description =
        "Aggregates the messages of a Pub/Sub subscription by key and window, and keeps a BigQuery"
            + " table up to date with the results.",
    streaming = true,
    without = {"timestamp", "timestampFormat", "accumulation"})
public interface PubsubToBigQueryOptions extends BigQuerySinkOptions {
  /** {@code projects/PROJECT/subscriptions/SUBSCRIPTION}. */
  @Description("Subscription to read from, which nothing else reads.")
  @Validation.Required
  @TemplateParameter(
      order = 10,
      label = "Subscription",
      type = ParameterType.PUBSUB_SUBSCRIPTION,
      example = "projects/my-project/subscriptions/orders",
      group = "Source")
  ValueProvider<String> getSubscription();

  void setSubscription(ValueProvider<String> subscription);

  /** The name of an attribute of messages. */
  @Description(
      "Attribute with the event time, in milliseconds since 1970 or as RFC 3339. Default: the time"
          + " when Pub/Sub took the message.")
  @TemplateParameter(
      order = 11,
      label = "Timestamp attribute",
      example = "event_time",
      group = "Source")
  String getTimestampAttribute();

  void setTimestampAttribute(String timestampAttribute);

  /** The name of an attribute of messages. */
  @Description(
      "Attribute that tells messages apart: of those with the same value that come within ten"
          + " minutes, one counts. Default: the id that Pub/Sub gives a message.")
  @TemplateParameter(order = 12, label = "Id attribute", example = "order_id", group = "Source")
  String getIdAttribute();

  void setIdAttribute(String idAttribute);
}
