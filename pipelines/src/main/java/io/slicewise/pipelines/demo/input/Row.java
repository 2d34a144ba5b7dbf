package io.slicewise.pipelines.demo.input;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A row taken apart.
 *
 * @param line where it stands in the input, from 1
 * @param text as it came
 * @param fields its fields by name
 */
record Row(long line, String text, Map<String, JsonNode> fields) {
  private static final int MOST_NAMES = 20;
  private static final int MOST_CHARACTERS = 400;

  /** The text of a field: a string, or a number or truth value as it is written. */
  String text(String field) throws UnreadableRowException {
    JsonNode value = value(field);
    if (!value.isValueNode()) {
      throw new UnreadableRowException("field '" + field + "' is not a plain value");
    }
    if (value.asText().isEmpty()) {
      throw new UnreadableRowException("field '" + field + "' is empty");
    }
    return value.asText();
  }

  /** A field that must be there. */
  JsonNode value(String field) throws UnreadableRowException {
    JsonNode value = fields.get(field);
    if (value == null) {
      throw new UnreadableRowException("no field '" + field + "'; there " + names());
    }
    if (value.isNull()) {
      throw new UnreadableRowException("field '" + field + "' is empty");
    }
    return value;
  }

  private String names() {
    if (fields.isEmpty()) {
      return "is none";
    }
    String names = fields.keySet().stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    boolean all = fields.size() <= MOST_NAMES && names.length() <= MOST_CHARACTERS;
    return "are: "
        + names.substring(0, Math.min(names.length(), MOST_CHARACTERS))
        + (all ? "" : ", ...");
  }

  /** Whether there is something in a field. */
  boolean has(String field) {
    JsonNode value = fields.get(field);
    return value != null && !value.isNull();
  }
}
