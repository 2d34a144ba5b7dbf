package io.slicewise.beam;

import io.slicewise.core.window.CumulativeWindowPlan;
import java.util.Objects;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.joda.time.Duration;

/**
 * Windows that grow: each period of {@code size} is shown after every {@code step}, always from its
 * start. "Orders of the day so far, every hour" is {@code
 * CumulativeWindows.of(Duration.standardDays(1)).every(Duration.standardHours(1))}.
 *
 * <pre>
 * size 6, step 2    0     2     4     6     8    10    12
 * windows           [0..2 )           [6..8 )
 *                   [---- 0..4 )      [---- 6..10)
 *                   [------- 0..6 ----[------ 6..12 ----)
 * element at 3            *  is in [0, 4) and [0, 6)
 * </pre>
 *
 * <p>Each is a window of its own, which fires from its first element on whether the last step
 * brought anything new or not. Periods start at the {@code offset} from 1970, before and after it.
 *
 * <p>Made for {@link SlicedWindowAggregate}, which stores each element once; {@code Window.into}
 * takes them too.
 */
public final class CumulativeWindows extends PlannedWindows {
  private static final long serialVersionUID = 1L;

  /** How long the longest windows are. */
  private final Duration size;

  /** By how much they grow. */
  private final Duration step;

  /** Where they start, from 1970 on. */
  private final Duration offset;

  private CumulativeWindows(Duration size, Duration step, Duration offset) {
    super(new CumulativeWindowPlan(size.getMillis(), step.getMillis(), offset.getMillis()));
    this.size = size;
    this.step = step;
    this.offset = offset;
  }

  /**
   * Windows that grow up to {@code size}. {@link #every} should follow: with a step of the whole
   * size, as now, they are fixed windows.
   *
   * @param size how long the longest windows are, 1 ms or more
   * @return the windows
   * @throws IllegalArgumentException if {@code size} is out of range
   */
  public static CumulativeWindows of(Duration size) {
    Objects.requireNonNull(size, "size");
    return new CumulativeWindows(size, size, Duration.ZERO);
  }

  /**
   * Returns windows like these that grow by {@code newStep}.
   *
   * @param newStep from 1 ms to the size, and a divisor of it
   * @return the new windows
   * @throws IllegalArgumentException if {@code newStep} does not divide the size
   */
  public CumulativeWindows every(Duration newStep) {
    return new CumulativeWindows(size, Objects.requireNonNull(newStep, "step"), offset);
  }

  /**
   * Returns windows like these that start {@code newOffset} later.
   *
   * @param newOffset from 0 to less than the size
   * @return the new windows
   * @throws IllegalArgumentException if {@code newOffset} is out of range
   */
  public CumulativeWindows withOffset(Duration newOffset) {
    return new CumulativeWindows(size, step, Objects.requireNonNull(newOffset, "offset"));
  }

  /**
   * How long the longest windows are.
   *
   * @return the size
   */
  public Duration getSize() {
    return size;
  }

  /**
   * By how much windows grow.
   *
   * @return the step
   */
  public Duration getStep() {
    return step;
  }

  /**
   * Where the windows start, from 1970 on.
   *
   * @return the offset
   */
  public Duration getOffset() {
    return offset;
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("size", size).withLabel("Window Size"))
        .add(DisplayData.item("step", step).withLabel("Window Step"))
        .addIfNotDefault(
            DisplayData.item("offset", offset).withLabel("Window Start Offset"), Duration.ZERO);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CumulativeWindows that
        && size.equals(that.size)
        && step.equals(that.step)
        && offset.equals(that.offset);
  }

  @Override
  public int hashCode() {
    return Objects.hash(size, step, offset);
  }

  @Override
  public String toString() {
    return "CumulativeWindows(size="
        + size.getMillis()
        + " ms, step="
        + step.getMillis()
        + " ms, offset="
        + offset.getMillis()
        + " ms)";
  }
}
