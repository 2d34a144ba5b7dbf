package io.slicewise.pipelines.fields;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.slicewise.pipelines.json.JsonProblem;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A record written as a JSON object; numbers keep all their digits. */
public final class JsonObject {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonObject() {}

  /**
   * Parses one line.
   *
   * @throws UnreadableRecordException if it is not one JSON object, or names a field twice
   */
  public static JsonNode parse(String text) throws UnreadableRecordException {
    JsonNode node;
    try {
      node = MAPPER.readTree(new ExactNumbers(MAPPER.createParser(text)));
    } catch (MismatchedInputException e) {
      throw new UnreadableRecordException("more than one JSON value");
    } catch (JsonProcessingException e) {
      throw new UnreadableRecordException("not JSON: " + firstLine(e));
    } catch (NumberFormatException e) {
      throw new UnreadableRecordException("not JSON: a number with too many digits or exponents");
    } catch (IOException e) {
      throw new UncheckedIOException("A string cannot fail to be read", e);
    }
    if (node == null || !node.isObject()) {
      throw new UnreadableRecordException("not a JSON object");
    }
    return node;
  }

  private static String firstLine(JsonProcessingException e) {
    String message = JsonProblem.of(e).replace("line 1, column", "column");
    return e.getLocation() == null
        ? message
        : message + " (column " + e.getLocation().getColumnNr() + ")";
  }

  /** Numbers beyond a double stay what they are in the text, not infinity. */
  private static final class ExactNumbers extends JsonParserDelegate {
    ExactNumbers(JsonParser parser) {
      super(parser);
    }

    @Override
    public boolean isNaN() {
      return false;
    }
  }
}
