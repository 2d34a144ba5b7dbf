package io.slicewise.pipelines.kafka;

import io.slicewise.pipelines.aggregates.RejectedRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Rejected records as records of Kafka: the value is the record as it came, the header {@link
 * #REASON} says why it is here, and {@link #LATE_BY} how late it was.
 */
final class RejectedRecordFn extends DoFn<RejectedRecord, ProducerRecord<byte[], byte[]>> {
  private static final long serialVersionUID = 1L;

  /** Header: why, for a person, in UTF-8. */
  static final String REASON = "slicewise-reason";

  /** Header: by how many milliseconds the last of its windows had expired, as digits. */
  static final String LATE_BY = "slicewise-late-by-ms";

  private final String topic;

  RejectedRecordFn(String topic) {
    this.topic = topic;
  }

  @ProcessElement
  public void process(
      @Element RejectedRecord rejected, OutputReceiver<ProducerRecord<byte[], byte[]>> records) {
    List<Header> headers = new ArrayList<>();
    headers.add(header(REASON, rejected.reason()));
    rejected
        .lateByMillis()
        .ifPresent(millis -> headers.add(header(LATE_BY, Long.toString(millis))));
    records.output(new ProducerRecord<>(topic, null, null, null, rejected.payload(), headers));
  }

  private static Header header(String name, String text) {
    return new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
