package io.slicewise.core.window;

/**
 * Cumulative windows: each fixed window of {@code size} is shown as it grows, as {@code [b, b +
 * step)}, {@code [b, b + 2 step)} and so on to {@code [b, b + size)}, with {@code floorMod(b -
 * offset, size) == 0}. A slice is one step.
 *
 * <pre>
 * size 6, step 2       0     2     4     6     8    10    12
 * slices               |--0--|--2--|--4--|--6--|--8--|-10--|
 * windows 0, 1, 2      [0..2 )           .
 *                      [---- 0..4 )      .
 *                      [------- 0..6 ----)
 * windows 3, 4, 5                        [6..8 ) ...
 * </pre>
 */
public final class CumulativeWindowPlan implements WindowPlan {
  private static final long serialVersionUID = 1L;

  private final long sizeMillis;
  private final long stepMillis;
  private final long offsetMillis;
  private final long steps;

  /** The window that the end of time cuts first; those after it would be the same again. */
  private final long lastWindow;

  /**
   * Windows that grow by a step up to a size.
   *
   * @param sizeMillis from 1 to {@link TimeBounds#MAX_DURATION}, a multiple of the step
   * @param stepMillis from 1 to {@code sizeMillis}
   * @param offsetMillis where a window starts, from 0 to less than {@code sizeMillis}
   */
  public CumulativeWindowPlan(long sizeMillis, long stepMillis, long offsetMillis) {
    AlignedWindowPlan.requireDuration("size", sizeMillis);
    AlignedWindowPlan.requireDuration("step", stepMillis);
    if (sizeMillis % stepMillis != 0) {
      throw new IllegalArgumentException(
          "step: must divide the size of "
              + sizeMillis
              + " ms but was "
              + stepMillis
              + " ms. Use a size that is a multiple of the step.");
    }
    if (offsetMillis < 0 || offsetMillis >= sizeMillis) {
      throw new IllegalArgumentException(
          "offset: must be from 0 to less than the size of "
              + sizeMillis
              + " ms but was "
              + offsetMillis
              + " ms. Use the offset modulo the size.");
    }
    this.sizeMillis = sizeMillis;
    this.stepMillis = stepMillis;
    this.offsetMillis = offsetMillis;
    this.steps = sizeMillis / stepMillis;
    this.lastWindow = stepOf(TimeBounds.LAST_WINDOW_INSTANT);
  }

  @Override
  public long sliceStart(long instantMillis) {
    return stepStart(stepOf(instantMillis));
  }

  @Override
  public long firstOpenWindow(long watermarkMillis) {
    return watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT
        ? Long.MAX_VALUE
        : stepOf(watermarkMillis);
  }

  @Override
  public long lastStartedWindow(long instantMillis) {
    long step = stepOf(instantMillis);
    return Math.min(step - Math.floorMod(step, steps) + steps - 1, lastWindow);
  }

  @Override
  public long startOf(long window) {
    return stepStart(window - Math.floorMod(window, steps));
  }

  @Override
  public long maxTimestampOf(long window) {
    return TimeBounds.plusWithinTime(stepStart(window), stepMillis - 1);
  }

  @Override
  public long grownFrom(long window) {
    return Math.floorMod(window, steps) == 0 ? NO_WINDOW : window - 1;
  }

  @Override
  public long slicesPerWindow() {
    return steps;
  }

  @Override
  public long typicalSliceMillis() {
    return stepMillis;
  }

  private long stepOf(long instantMillis) {
    return Math.floorDiv(instantMillis - offsetMillis, stepMillis);
  }

  private long stepStart(long step) {
    return step * stepMillis + offsetMillis;
  }

  @Override
  public String toString() {
    return "cumulative(size="
        + sizeMillis
        + " ms, step="
        + stepMillis
        + " ms, offset="
        + offsetMillis
        + " ms)";
  }
}
