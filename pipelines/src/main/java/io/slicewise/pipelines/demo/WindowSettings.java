package io.slicewise.pipelines.demo;

/**
 * The windows and how long they wait, all in milliseconds.
 *
 * @param sizeMillis length of a window
 * @param periodMillis from the start of a window to the start of the next
 * @param latenessMillis how long after its end a window takes late events
 * @param boundMillis how far the watermark stays behind the newest event time
 */
public record WindowSettings(
    long sizeMillis, long periodMillis, long latenessMillis, long boundMillis) {
  /** An early pane comes after so many new events in a window. */
  static final int EVENTS_PER_EARLY_PANE = 10;
}
