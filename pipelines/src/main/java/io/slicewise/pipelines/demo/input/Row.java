package io.slicewise.pipelines.demo.input;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.pipelines.fields.FieldNames;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.util.Map;

/**
 * A row taken apart.
 *
 * @param line where it stands in the input, from 1
 * @param text as it came
 * @param fields its fields by name
 */
record Row(long line, String text, Map<String, JsonNode> fields) {
  /** The text of a field: a string, or a number or truth value as it is written. */
  String text(String field) throws UnreadableRecordException {
    JsonNode value = value(field);
    if (!value.isValueNode()) {
      throw new UnreadableRecordException("field '" + field + "' is not a plain value");
    }
    if (value.asText().isEmpty()) {
      throw new UnreadableRecordException("field '" + field + "' is empty");
    }
    return value.asText();
  }

  /** A field that must be there. */
  JsonNode value(String field) throws UnreadableRecordException {
    JsonNode value = fields.get(field);
    if (value == null) {
      throw new UnreadableRecordException(
          "no field '" + field + "'; there " + FieldNames.listed(fields.keySet()));
    }
    if (value.isNull()) {
      throw new UnreadableRecordException("field '" + field + "' is empty");
    }
    return value;
  }

  /** Whether there is something in a field. */
  boolean has(String field) {
    JsonNode value = fields.get(field);
    return value != null && !value.isNull();
  }
}
