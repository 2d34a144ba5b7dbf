package io.slicewise.pipelines.fields;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** Numbers as they are written: no digit is lost. */
public final class ExactNumber {
  /** Before or after the point, so that sums are cheap and means are in the range of a double. */
  private static final int MOST_DIGITS = 300;

  private static final int MOST_CHARACTERS = 40;

  private ExactNumber() {}

  /**
   * The number in a field: a number, or a text that is one.
   *
   * @param field its name, for the reason
   * @throws UnreadableRecordException if it is none, or has more than 300 digits
   */
  public static BigDecimal of(String field, JsonNode value) throws UnreadableRecordException {
    if (value.isNumber() || value.isTextual()) {
      try {
        BigDecimal number =
            value.isNumber() ? value.decimalValue() : new BigDecimal(value.textValue().strip());
        if ((long) number.precision() - number.scale() > MOST_DIGITS) {
          throw new UnreadableRecordException(
              String.format(
                  "field '%s' is %s: too large a number, at most %d digits before the point",
                  field, shortened(value.asText()), MOST_DIGITS));
        }
        if (number.precision() > MOST_DIGITS
            || Math.abs((long) number.precision() - number.scale()) > MOST_DIGITS) {
          throw new UnreadableRecordException(
              String.format("field '%s' has more than %d digits", field, MOST_DIGITS));
        }
        return number;
      } catch (NumberFormatException e) {
        // Falls through to the reason below.
      }
    }
    throw new UnreadableRecordException(
        String.format("field '%s' is %s: not a number", field, value));
  }

  private static String shortened(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
  }
}
