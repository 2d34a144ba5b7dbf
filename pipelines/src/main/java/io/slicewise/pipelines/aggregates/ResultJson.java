package io.slicewise.pipelines.aggregates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.slicewise.pipelines.tally.PlainNumber;
import java.math.BigDecimal;
import org.apache.beam.sdk.values.Row;
import org.joda.time.ReadableInstant;

/** Results as JSON. */
public final class ResultJson {
  private ResultJson() {}

  /** A row as an object, column by column, times as ISO 8601. */
  public static ObjectNode of(Row row) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (String column : row.getSchema().getFieldNames()) {
      object.set(column, json(row.getValue(column)));
    }
    return object;
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
