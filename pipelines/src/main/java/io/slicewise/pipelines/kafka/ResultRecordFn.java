package io.slicewise.pipelines.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.slicewise.pipelines.aggregates.ResultRows;
import io.slicewise.pipelines.tally.PlainNumber;
import java.math.BigDecimal;
import java.util.List;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.Row;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.joda.time.ReadableInstant;

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
    ObjectNode value = JsonNodeFactory.instance.objectNode();
    for (String column : row.getSchema().getFieldNames()) {
      value.set(column, json(row.getValue(column)));
    }
    records.output(
        new ProducerRecord<>(
            topic,
            MAPPER.writeValueAsBytes(value.deepCopy().retain(KEY)),
            MAPPER.writeValueAsBytes(value)));
  }

  private static JsonNode json(Object value) {
    if (value instanceof ReadableInstant instant) {
      return TextNode.valueOf(instant.toInstant().toString());
    }
    if (value instanceof String text) {
      return TextNode.valueOf(text);
    }
    if (value instanceof Long number) {
      return LongNode.valueOf(number);
    }
    if (value instanceof BigDecimal number) {
      return PlainNumber.node(number);
    }
    if (value instanceof Double number) {
      return DoubleNode.valueOf(number);
    }
    return value instanceof Boolean truth ? BooleanNode.valueOf(truth) : NullNode.getInstance();
  }
}
