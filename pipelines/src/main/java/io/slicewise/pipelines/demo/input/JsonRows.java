package io.slicewise.pipelines.demo.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashMap;
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
      node = MAPPER.readTree(line.text());
    } catch (MismatchedInputException e) {
      throw new UnreadableRowException("more than one JSON value");
    } catch (JsonProcessingException e) {
      throw new UnreadableRowException("not JSON: " + firstLine(e));
    }
    if (!node.isObject()) {
      throw new UnreadableRowException("not a JSON object");
    }
    Map<String, JsonNode> fields = new HashMap<>();
    node.fields().forEachRemaining(field -> fields.put(field.getKey(), field.getValue()));
    return new Row(line.number(), line.text(), fields);
  }

  private static String firstLine(JsonProcessingException e) {
    String message = e.getOriginalMessage().lines().findFirst().orElse("malformed");
    return e.getLocation() == null
        ? message
        : message + " (column " + e.getLocation().getColumnNr() + ")";
  }
}
