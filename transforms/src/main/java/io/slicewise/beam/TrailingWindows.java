package io.slicewise.beam;

import java.util.Collection;
import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.IncompatibleWindowException;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.NonMergingWindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowMappingFn;
import org.joda.time.Duration;

/**
 * Windows that hang on the elements of a key, as Kafka's sliding windows do (KIP-450): one reaches
 * back from each element, and one starts just after it if another element is in that. Every
 * combination of elements that lie within {@code size} of each other has a window, and no two
 * windows hold the same for longer than needed. "Payments of a card within ten minutes, whenever
 * they are" is {@code TrailingWindows.of(Duration.standardMinutes(10))}.
 *
 * <pre>
 * size 4              0  1  2  3  4  5  6  7  8  9
 * elements                     a     b
 * ends at a  [-1 .............. 3]                    holds a
 * ends at b                [1 ..... 5]                holds a, b
 * starts after a                  [4 ......... 8]     holds b
 * </pre>
 *
 * <p>Both bounds are inside: a window from 1 to 5 is {@code [1, 6)} as an {@code IntervalWindow}. A
 * late element within the allowed lateness fires all its windows that are over again, and opens
 * those that are missing, with everything that lies in them.
 *
 * <p>Only for {@link SlicedWindowAggregate}, with the default trigger: which windows there are
 * depends on the other elements of the key, so {@code Window.into} cannot assign them. Each element
 * is stored once, in one partial aggregate for its timestamp.
 */
public final class TrailingWindows extends NonMergingWindowFn<Object, IntervalWindow> {
  private static final long serialVersionUID = 1L;

  /** How far a window reaches back from its last instant. */
  private final Duration size;

  /** The windows in the terms of the engine. */
  private final io.slicewise.core.window.TrailingWindows windows;

  private TrailingWindows(Duration size) {
    this.size = size;
    this.windows = new io.slicewise.core.window.TrailingWindows(size.getMillis());
  }

  /**
   * Windows that reach back by {@code size}.
   *
   * @param size how far two elements of a window may be apart, zero or more
   * @return the windows
   * @throws IllegalArgumentException if {@code size} is out of range
   */
  public static TrailingWindows of(Duration size) {
    return new TrailingWindows(Objects.requireNonNull(size, "size"));
  }

  /**
   * How far a window reaches back from its last instant.
   *
   * @return the size
   */
  public Duration getSize() {
    return size;
  }

  io.slicewise.core.window.TrailingWindows windows() {
    return windows;
  }

  @Override
  public Collection<IntervalWindow> assignWindows(AssignContext context) {
    throw notByTimestamp("Window.into");
  }

  @Override
  public WindowMappingFn<IntervalWindow> getDefaultWindowMappingFn() {
    throw notByTimestamp("a side input");
  }

  private UnsupportedOperationException notByTimestamp(String where) {
    return new UnsupportedOperationException(
        where
            + ": cannot assign "
            + this
            + ", as they depend on the other elements of the key. Give them to"
            + " SlicedWindowAggregate.windowedBy, or use SlidingWindows.");
  }

  @Override
  public Coder<IntervalWindow> windowCoder() {
    return IntervalWindow.getCoder();
  }

  @Override
  @SuppressWarnings("deprecation") // abstract in WindowFn all the same
  public boolean isCompatible(WindowFn<?, ?> other) {
    return equals(other);
  }

  @Override
  public void verifyCompatibility(WindowFn<?, ?> other) throws IncompatibleWindowException {
    if (!equals(other)) {
      throw new IncompatibleWindowException(
          other, "windows: must be " + this + " on both sides. Apply Window.into with others.");
    }
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder.add(DisplayData.item("size", size).withLabel("Window Size"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrailingWindows that && size.equals(that.size);
  }

  @Override
  public int hashCode() {
    return size.hashCode();
  }

  @Override
  public String toString() {
    return "TrailingWindows(size=" + size.getMillis() + " ms)";
  }
}
