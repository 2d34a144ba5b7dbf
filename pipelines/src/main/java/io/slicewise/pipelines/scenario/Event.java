package io.slicewise.pipelines.scenario;

/** One event of a scenario. */
public sealed interface Event {

  /**
   * One element, processed alone. Late elements are reported in this form too.
   *
   * @param key its key
   * @param value a {@link Long}, {@link Double} or {@link String}; the same type for all elements
   * @param timestampMillis its timestamp
   */
  record Element(String key, Object value, long timestampMillis) implements Event {}

  /**
   * The input watermark moves on: no further element is expected with an earlier timestamp.
   *
   * @param millis the new watermark, never before the last one
   */
  record Watermark(long millis) implements Event {}

  /** The watermark moves to the end of time. */
  record WatermarkEnd() implements Event {}

  /**
   * The processing-time clock moves on; it starts at 0.
   *
   * @param millis by how much, zero or more
   */
  record AdvanceProcessingTime(long millis) implements Event {}

  /** State is saved, the worker thrown away, and state restored. */
  record Restart() implements Event {}
}
