package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.aggregates.Option;
import io.slicewise.pipelines.run.RunnablePipeline;
import io.slicewise.pipelines.template.ParameterType;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubIO;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;

/**
 * Aggregates the messages of a Pub/Sub subscription by key and window into a BigQuery table.
 *
 * <pre>
 * subscription --> records --> windows by slices --> a row for each key and window, upserted
 *                     |              |                    |
 *                 unreadable       late               not taken    --> dead-letter topic
 * </pre>
 */
public final class PubsubToBigQuery implements RunnablePipeline {
  /** Namespace of the counters, beside those of the aggregation. */
  public static final String METRICS_NAMESPACE = "io.slicewise.pipelines.dataflow";

  /** Counter of the rows that the table did not take. */
  public static final String ROWS_FAILED = "rowsFailed";

  /** Runs the pipeline; returns without waiting for it, unless the runner does. */
  public static void main(String[] args) throws Exception {
    Main.start(new PubsubToBigQuery(), args);
  }

  /**
   * The pipeline.
   *
   * @throws io.slicewise.pipelines.SettingException for the first option that cannot be used
   */
  public static Pipeline build(PubsubToBigQueryOptions options, Clients clients) {
    AggregationSettings settings = UpsertSettings.of(options);
    String reason = "the watermark of Pub/Sub knows attributes only, see --timestampAttribute";
    Option.of("timestamp", options.getTimestamp()).refuse(reason);
    Option.of("timestampFormat", options.getTimestampFormat()).refuse(reason);
    UpsertSettings.require(
        options, "subscription", options.getSubscription(), ParameterType.PUBSUB_SUBSCRIPTION);

    PubsubIO.Read<PubsubMessage> read =
        PubsubIO.readMessages().fromSubscription(options.getSubscription());
    if (options.getTimestampAttribute() != null) {
      read = read.withTimestampAttribute(options.getTimestampAttribute());
    }
    if (options.getIdAttribute() != null) {
      read = read.withIdAttribute(options.getIdAttribute());
    }
    Pipeline pipeline = Pipeline.create(options);
    PCollection<byte[]> payloads =
        pipeline
            .apply("Read messages", clients.reading(read))
            .apply("Payloads", ParDo.of(new PayloadFn()));
    payloads
        .apply("Aggregate", new AggregateIntoTable(settings, new UpsertRows(options, clients)))
        .apply(
            "Dead letters",
            new PublishDeadLetters(options, options.getTimestampAttribute(), clients));
    return pipeline;
  }

  @Override
  public String name() {
    return "pubsub-to-bigquery";
  }

  @Override
  public String summary() {
    return "Aggregates the messages of a Pub/Sub subscription into a BigQuery table.";
  }

  @Override
  public Class<? extends PipelineOptions> optionsType() {
    return PubsubToBigQueryOptions.class;
  }

  @Override
  public Job prepare(PipelineOptions options) {
    Pipeline pipeline = build(options.as(PubsubToBigQueryOptions.class), Clients.ofBeam());
    return (out, err) -> {
      pipeline.run();
      return 0;
    };
  }

  private static final class PayloadFn extends DoFn<PubsubMessage, byte[]> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void process(@Element PubsubMessage message, OutputReceiver<byte[]> payloads) {
      payloads.output(message.getPayload());
    }
  }
}
