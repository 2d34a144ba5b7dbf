package io.slicewise.pipelines.demo.replay;

import java.io.Serializable;

/**
 * The watermarks at which something may happen downstream: a window ends or expires. Where a
 * watermark lies between two edges makes no difference to any pane.
 *
 * @param periodMillis the distance from an edge to the next of its kind
 * @param firstMillis an edge
 * @param secondMillis an edge of the other kind
 */
public record WatermarkEdges(long periodMillis, long firstMillis, long secondMillis)
    implements Serializable {
  /** Checks the period. */
  public WatermarkEdges {
    if (periodMillis < 1) {
      throw new IllegalArgumentException(
          "periodMillis: must be one or more but was " + periodMillis + " ms.");
    }
  }

  /** Every millisecond. */
  public static WatermarkEdges everywhere() {
    return new WatermarkEdges(1, 0, 0);
  }

  /** The ends of sliding windows, and the ends of their lateness. */
  public static WatermarkEdges ofWindows(long sizeMillis, long periodMillis, long latenessMillis) {
    return new WatermarkEdges(periodMillis, sizeMillis, sizeMillis + latenessMillis);
  }

  /** Whether there is an edge after {@code from} that is not after {@code to}. */
  boolean between(long from, long to) {
    return step(from, firstMillis) != step(to, firstMillis)
        || step(from, secondMillis) != step(to, secondMillis);
  }

  private long step(long millis, long edgeMillis) {
    return Math.floorDiv(millis - edgeMillis, periodMillis);
  }
}
