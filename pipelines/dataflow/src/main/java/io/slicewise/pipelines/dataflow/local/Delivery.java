package io.slicewise.pipelines.dataflow.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/**
 * A message on its way to a reader.
 *
 * @param id of the message, by which it is acknowledged, too
 * @param publishTime when it was published
 * @param message what was published
 */
record Delivery(String id, Instant publishTime, LocalMessage message) {
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("ackId", id);
    json.set(
        "message", message.json().put("messageId", id).put("publishTime", publishTime.toString()));
    return json;
  }
}
