package io.slicewise.pipelines.demo.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalDouble;

/**
 * A number in the value of a pane, for tables and pictures.
 *
 * @param field its name in the value; empty if the value is the number
 * @param label what it is, for a person, with its unit
 * @param zeroWithoutData whether a window that had no event, and so no pane, stands for zero
 */
public record Measure(String field, String label, boolean zeroWithoutData) {
  /** The number in a pane's value, if it has one. */
  public OptionalDouble in(JsonNode value) {
    JsonNode number = field.isEmpty() ? value : value.path(field);
    return number.isNumber() ? OptionalDouble.of(number.doubleValue()) : OptionalDouble.empty();
  }
}
