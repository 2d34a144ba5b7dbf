package io.slicewise.pipelines.files;

import io.slicewise.pipelines.demo.replay.Replay;
import java.io.Serializable;

/**
 * How the watermark moves: to the latest multiple of a step that is not after the newest event time
 * minus a bound. A runner is not asked to take as many watermarks as there are records.
 *
 * @param boundMillis how far it stays behind the newest event time
 * @param stepMillis 1 or more
 */
record WatermarkSteps(long boundMillis, long stepMillis) implements Serializable {
  /** Up to so many records each may move it; of more, so many steps are made. */
  private static final long MOST_STEPS = 2_000;

  static WatermarkSteps of(long boundMillis, long records, long firstMillis, long newestMillis) {
    return new WatermarkSteps(
        boundMillis, records <= MOST_STEPS ? 1 : (newestMillis - firstMillis) / MOST_STEPS + 1);
  }

  long watermarkMillis(long newestMillis) {
    long exact = Replay.watermarkMillis(newestMillis, boundMillis);
    long least = Replay.watermarkMillis(Long.MIN_VALUE / 2, 0);
    return Math.max(least, Math.floorDiv(exact, stepMillis) * stepMillis);
  }
}
