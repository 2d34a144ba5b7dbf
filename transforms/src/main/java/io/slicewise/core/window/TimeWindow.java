package io.slicewise.core.window;

/**
 * A half-open interval of event time, {@code [startMillis, endMillis)}, in milliseconds since the
 * epoch (negative before 1970).
 *
 * @param startMillis the first instant inside the window
 * @param endMillis the first instant after the window, more than {@code startMillis}
 */
public record TimeWindow(long startMillis, long endMillis) {

  /** Checks that the window holds at least one instant. */
  public TimeWindow {
    if (startMillis >= endMillis) {
      throw new IllegalArgumentException(
          "A window must end after it starts, but was [" + startMillis + ", " + endMillis + ") ms");
    }
  }

  /**
   * The last instant inside the window. The window is over once the watermark is strictly beyond
   * it.
   */
  public long maxTimestamp() {
    return endMillis - 1;
  }

  /** Whether {@code timestampMillis} lies inside the window. */
  public boolean contains(long timestampMillis) {
    return startMillis <= timestampMillis && timestampMillis < endMillis;
  }

  @Override
  public String toString() {
    return "[" + startMillis + ", " + endMillis + ")";
  }
}
