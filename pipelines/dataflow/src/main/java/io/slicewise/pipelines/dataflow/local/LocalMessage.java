package io.slicewise.pipelines.dataflow.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A message as it is published.
 *
 * @param payload text
 * @param attributes in order of their names
 */
public record LocalMessage(String payload, Map<String, String> attributes) {
  /** Copies the attributes. */
  public LocalMessage {
    attributes = new TreeMap<>(attributes);
  }

  static List<LocalMessage> listOf(JsonNode publishRequest) {
    List<LocalMessage> messages = new ArrayList<>();
    for (JsonNode message : publishRequest.path("messages")) {
      Map<String, String> attributes = new TreeMap<>();
      message
          .path("attributes")
          .fields()
          .forEachRemaining(field -> attributes.put(field.getKey(), field.getValue().asText()));
      byte[] data = Base64.getDecoder().decode(message.path("data").asText());
      messages.add(new LocalMessage(new String(data, StandardCharsets.UTF_8), attributes));
    }
    return messages;
  }

  ObjectNode json() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put(
                "data",
                Base64.getEncoder().encodeToString(payload.getBytes(StandardCharsets.UTF_8)));
    ObjectNode attributesJson = json.putObject("attributes");
    attributes.forEach(attributesJson::put);
    return json;
  }
}
