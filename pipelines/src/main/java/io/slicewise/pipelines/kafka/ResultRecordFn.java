package io.slicewise.pipelines.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slicewise.pipelines.aggregates.ResultJson;
import io.slicewise.pipelines.aggregates.ResultRows;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.Row;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Results as records of Kafka. The value is the row as a JSON object, times as ISO 8601. The key is
 * a JSON object too, of the key and the window: a compacted topic keeps the last pane of each.
 */
final class ResultRecordFn extends DoFn<Row, ProducerRecord<byte[], byte[]>> {
  private static final long serialVersionUID = 1L;
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final List<String> KEY =
      List.of(ResultRows.KEY, ResultRows.WINDOW_START, ResultRows.WINDOW_END);

  private final String topic;

  ResultRecordFn(String topic) {
    this.topic = topic;
  }

  @ProcessElement
  public void process(@Element Row row, OutputReceiver<ProducerRecord<byte[], byte[]>> records)
      throws JsonProcessingException {
    ObjectNode value = ResultJson.of(row);
    records.output(
        new ProducerRecord<>(
            topic,
            MAPPER.writeValueAsBytes(value.deepCopy().retain(KEY)),
            MAPPER.writeValueAsBytes(value)));
  }
}
