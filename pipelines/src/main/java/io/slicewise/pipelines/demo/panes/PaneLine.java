package io.slicewise.pipelines.demo.panes;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;

/**
 * A pane as one JSON object.
 *
 * @param key the key
 * @param window start and end, {@code [start, end)}, in milliseconds since the epoch
 * @param value the aggregate: a number, or an object of numbers
 * @param timing EARLY, ON_TIME or LATE
 * @param index number of the pane in its window, from 0
 * @param nonSpeculativeIndex number among the panes that are not early, from 0; -1 for early ones
 * @param isFirst whether it is the first of its window
 * @param isLast whether it is known to be the last
 * @param timestamp event time of the pane, in milliseconds since the epoch
 */
@JsonPropertyOrder({
  "key",
  "window",
  "value",
  "timing",
  "index",
  "nonSpeculativeIndex",
  "isFirst",
  "isLast",
  "timestamp"
})
public record PaneLine(
    String key,
    List<Long> window,
    JsonNode value,
    Timing timing,
    long index,
    long nonSpeculativeIndex,
    boolean isFirst,
    boolean isLast,
    long timestamp) {
  /** By key, window, index. */
  public static final Comparator<PaneLine> ORDER =
      Comparator.comparing(PaneLine::key)
          .thenComparing(PaneLine::startMillis)
          .thenComparing(PaneLine::endMillis)
          .thenComparing(PaneLine::index);

  /** When a pane came, seen from the end of its window. */
  public enum Timing {
    /** Before the watermark had reached the end. */
    EARLY,
    /** When the watermark had. */
    ON_TIME,
    /** After that. */
    LATE
  }

  /** Copies the window. */
  public PaneLine {
    window = List.copyOf(window);
  }

  /** The same with another key. */
  PaneLine withKey(String other) {
    return new PaneLine(
        other, window, value, timing, index, nonSpeculativeIndex, isFirst, isLast, timestamp);
  }

  /** Start of the window. */
  public long startMillis() {
    return window.get(0);
  }

  /** End of the window, the first instant after it. */
  public long endMillis() {
    return window.get(1);
  }
}
