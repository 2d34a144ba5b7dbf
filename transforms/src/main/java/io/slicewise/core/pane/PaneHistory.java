package io.slicewise.core.pane;

/**
 * The last pane a window emitted, as far as the next one depends on it.
 *
 * @param timing its timing
 * @param index its index
 * @param nonSpeculativeIndex its non-speculative index, -1 if it was early
 * @see "org.apache.beam.runners.core.PaneInfoTracker"
 */
public record PaneHistory(PaneTiming timing, long index, long nonSpeculativeIndex) {

  /**
   * The timing of a window's next pane.
   *
   * @param previous the pane before, or null
   * @param maxTimestamp the last instant of the window
   * @param watermarkMillis the input watermark
   * @param outputWatermarkMillis the output watermark of the key
   */
  public static PaneTiming nextTiming(
      PaneHistory previous, long maxTimestamp, long watermarkMillis, long outputWatermarkMillis) {
    boolean onlyEarlySoFar = previous == null || previous.timing == PaneTiming.EARLY;
    if (maxTimestamp < outputWatermarkMillis || !onlyEarlySoFar) {
      return PaneTiming.LATE;
    }
    return watermarkMillis <= maxTimestamp ? PaneTiming.EARLY : PaneTiming.ON_TIME;
  }

  /**
   * The history after a pane with {@code timing}.
   *
   * @param previous the pane before, or null
   */
  public static PaneHistory next(PaneHistory previous, PaneTiming timing) {
    long index = previous == null ? 0 : previous.index + 1;
    long nonSpeculative = previous == null ? 0 : previous.nonSpeculativeIndex + 1;
    return new PaneHistory(timing, index, timing == PaneTiming.EARLY ? -1 : nonSpeculative);
  }
}
