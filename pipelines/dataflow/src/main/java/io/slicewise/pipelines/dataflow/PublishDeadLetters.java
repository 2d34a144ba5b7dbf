package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.aggregates.RejectedRecord;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubIO;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessageWithAttributesCoder;
import org.apache.beam.sdk.options.ValueProvider;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PDone;
import org.joda.time.Duration;

/** Publishes dead letters of all kinds to one topic. */
final class PublishDeadLetters extends PTransform<PCollectionList<PubsubMessage>, PDone> {
  private static final long serialVersionUID = 1L;

  private final ValueProvider<String> topic;
  private final String timestampAttributeOrNull;
  private final transient Clients clients;

  /**
   * Publishes to the topic of the options.
   *
   * @param timestampAttributeOrNull where messages have their event time, as those that were read
   */
  PublishDeadLetters(
      BigQuerySinkOptions options, String timestampAttributeOrNull, Clients clients) {
    this.topic = options.getDeadLetterTopic();
    this.timestampAttributeOrNull = timestampAttributeOrNull;
    this.clients = clients;
  }

  /** Rejected records as dead letters. */
  static PTransform<PCollection<RejectedRecord>, PCollection<PubsubMessage>> letters(
      DeadLetter.Kind kind) {
    return new Letters(kind);
  }

  @Override
  public PDone expand(PCollectionList<PubsubMessage> letters) {
    PCollectionList<PubsubMessage> inGlobalWindow = PCollectionList.empty(letters.getPipeline());
    for (int i = 0; i < letters.size(); i++) {
      inGlobalWindow =
          inGlobalWindow.and(letters.get(i).apply("Into global window " + i, asTheyCome()));
    }
    PubsubIO.Write<PubsubMessage> write = PubsubIO.writeMessages().to(topic);
    if (timestampAttributeOrNull != null) {
      write = write.withTimestampAttribute(timestampAttributeOrNull);
    }
    return inGlobalWindow
        .apply("Of all kinds", Flatten.pCollections())
        .apply("Publish", clients.writing(write));
  }

  /** One window for all, so that letters of all kinds can be together. */
  private static Window<PubsubMessage> asTheyCome() {
    return Window.<PubsubMessage>into(new GlobalWindows())
        .triggering(DefaultTrigger.of())
        .withAllowedLateness(Duration.ZERO)
        .discardingFiredPanes();
  }

  private static final class Letters
      extends PTransform<PCollection<RejectedRecord>, PCollection<PubsubMessage>> {
    private static final long serialVersionUID = 1L;
    private final DeadLetter.Kind kind;

    Letters(DeadLetter.Kind kind) {
      this.kind = kind;
    }

    @Override
    public PCollection<PubsubMessage> expand(PCollection<RejectedRecord> records) {
      return records
          .apply("Letters", ParDo.of(new LetterFn(kind)))
          .setCoder(PubsubMessageWithAttributesCoder.of());
    }
  }

  private static final class LetterFn extends DoFn<RejectedRecord, PubsubMessage> {
    private static final long serialVersionUID = 1L;
    private final DeadLetter.Kind kind;

    LetterFn(DeadLetter.Kind kind) {
      this.kind = kind;
    }

    @ProcessElement
    public void process(@Element RejectedRecord record, OutputReceiver<PubsubMessage> messages) {
      messages.output(DeadLetter.of(kind, record.payload(), record.reason()));
    }
  }
}
