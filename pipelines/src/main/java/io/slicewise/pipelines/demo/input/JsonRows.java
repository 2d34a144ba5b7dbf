package io.slicewise.pipelines.demo.input;

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
import java.util.LinkedHashMap;
import java.util.Map;

/** One JSON object per line; empty lines are skipped. */
final class JsonRows implements RowParser {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @Override
  public void parse(Iterable<TextLine> lines, Receiver receiver) {
    for (TextLine line : lines) {
      if (line.text().isBlank()) {
        continue;
      }
      try {
        receiver.row(row(line));
      } catch (UnreadableRowException e) {
        receiver.unreadable(new DeadLetter(line.number(), e.getMessage(), line.text()));
      }
    }
  }

  private static Row row(TextLine line) throws UnreadableRowException {
    if (!line.utf8()) {
      throw new UnreadableRowException("not UTF-8");
    }
    JsonNode node;
    try {
      node = MAPPER.readTree(new ExactNumbers(MAPPER.createParser(line.text())));
    } catch (MismatchedInputException e) {
      throw new UnreadableRowException("more than one JSON value");
    } catch (JsonProcessingException e) {
      throw new UnreadableRowException("not JSON: " + firstLine(e));
    } catch (NumberFormatException e) {
      throw new UnreadableRowException("not JSON: a number with too many digits or exponents");
    } catch (IOException e) {
      throw new UncheckedIOException("A string cannot fail to be read", e);
    }
    if (node == null || !node.isObject()) {
      throw new UnreadableRowException("not a JSON object");
    }
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    node.fields().forEachRemaining(field -> fields.put(field.getKey(), field.getValue()));
    return new Row(line.number(), line.text(), fields);
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

  private static String firstLine(JsonProcessingException e) {
    String message = JsonProblem.of(e).replace("line 1, column", "column");
    return e.getLocation() == null
        ? message
        : message + " (column " + e.getLocation().getColumnNr() + ")";
  }
}
