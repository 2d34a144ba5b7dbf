package io.slicewise.core.trigger;

/**
 * What a trigger sees of its window when something happens.
 *
 * @param maxTimestamp the last instant of the window
 * @param watermarkMillis the input watermark
 * @param processingTimeMillis the processing time
 * @param timers where to ask to be woken
 */
public record TriggerContext(
    long maxTimestamp, long watermarkMillis, long processingTimeMillis, TriggerTimers timers) {

  boolean isWindowOver() {
    return watermarkMillis > maxTimestamp;
  }
}
