package io.slicewise.pipelines.demo.panes;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Map;

/**
 * An event that came when all its windows had expired, as one JSON object.
 *
 * @param key the key
 * @param value the numbers of the event, by field
 * @param timestamp its event time, in milliseconds since the epoch
 * @param watermark the watermark at its arrival
 * @param expiry the last watermark at which its latest window would have taken it
 * @param line where its row stands in the input, from 1
 */
@JsonPropertyOrder({"key", "value", "timestamp", "watermark", "expiry", "line"})
public record LateLine(
    String key,
    Map<String, JsonNode> value,
    long timestamp,
    long watermark,
    long expiry,
    long line) {
  /** By line. */
  public static final Comparator<LateLine> ORDER = Comparator.comparing(LateLine::line);

  /** Copies the numbers. */
  public LateLine {
    value = Map.copyOf(value);
  }

  /** The same with another key. */
  LateLine withKey(String other) {
    return new LateLine(other, value, timestamp, watermark, expiry, line);
  }

  /** How far the event was behind the watermark. */
  public long delayMillis() {
    return watermark - timestamp;
  }
}
