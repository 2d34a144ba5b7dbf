package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.aggregates.RecordReader;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessage;
import org.apache.beam.sdk.io.gcp.pubsub.PubsubMessageWithAttributesCoder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;
import org.joda.time.Instant;

/** Gives lines the event times that they have in a field; those without are dead letters. */
final class ReadEventTimes extends PTransform<PCollection<String>, PCollectionTuple> {
  /** Lines with an event time. */
  static final TupleTag<byte[]> TIMED = new TupleTag<>("timed");

  /** Dead letters. */
  static final TupleTag<PubsubMessage> UNTIMED = new TupleTag<>("untimed");

  private static final long serialVersionUID = 1L;
  private final RecordReader reader;

  private ReadEventTimes(RecordReader reader) {
    this.reader = reader;
  }

  static ReadEventTimes by(RecordReader reader) {
    return new ReadEventTimes(reader);
  }

  @Override
  public PCollectionTuple expand(PCollection<String> lines) {
    PCollectionTuple records =
        lines.apply(
            "Read", ParDo.of(new ReadFn(reader)).withOutputTags(TIMED, TupleTagList.of(UNTIMED)));
    records.get(TIMED).setCoder(ByteArrayCoder.of());
    records.get(UNTIMED).setCoder(PubsubMessageWithAttributesCoder.of());
    return records;
  }

  private static final class ReadFn extends DoFn<String, byte[]> {
    private static final long serialVersionUID = 1L;
    private final RecordReader reader;

    ReadFn(RecordReader reader) {
      this.reader = reader;
    }

    @ProcessElement
    public void process(@Element String line, MultiOutputReceiver outputs) {
      if (line.isBlank()) {
        return;
      }
      byte[] payload = line.getBytes(StandardCharsets.UTF_8);
      Instant timestamp;
      try {
        timestamp = reader.timestamp(payload);
      } catch (UnreadableRecordException e) {
        outputs
            .get(UNTIMED)
            .output(DeadLetter.of(DeadLetter.Kind.UNREADABLE, payload, e.getMessage()));
        return;
      }
      outputs.get(TIMED).outputWithTimestamp(payload, timestamp);
    }
  }
}
