package io.slicewise.pipelines.demo.input;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.pipelines.fields.JsonObject;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.util.LinkedHashMap;
import java.util.Map;

/** One JSON object per line; empty lines are skipped. */
final class JsonRows implements RowParser {
  @Override
  public void parse(Iterable<TextLine> lines, Receiver receiver) {
    for (TextLine line : lines) {
      if (line.text().isBlank()) {
        continue;
      }
      try {
        receiver.row(row(line));
      } catch (UnreadableRecordException e) {
        receiver.unreadable(new DeadLetter(line.number(), e.getMessage(), line.text()));
      }
    }
  }

  private static Row row(TextLine line) throws UnreadableRecordException {
    if (!line.utf8()) {
      throw new UnreadableRecordException("not UTF-8");
    }
    JsonNode node = JsonObject.parse(line.text());
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    node.fields().forEachRemaining(field -> fields.put(field.getKey(), field.getValue()));
    return new Row(line.number(), line.text(), fields);
  }
}
