package io.slicewise.oracle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.NonMergingWindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowMappingFn;
import org.joda.time.Instant;

/**
 * Fixed and sliding windows by floored remainders, cut to the end of time: what Beam's own {@code
 * FixedWindows} and {@code SlidingWindows} mean, without their faults before 1970.
 */
final class OracleWindows extends NonMergingWindowFn<Object, BoundedWindow> {
  private static final long serialVersionUID = 1L;
  private static final long END_OF_TIME = GlobalWindow.INSTANCE.maxTimestamp().getMillis() + 1;

  private final long size;
  private final long period;
  private final long offset;

  OracleWindows(long size, long period, long offset) {
    this.size = size;
    this.period = period;
    this.offset = offset;
  }

  /** The windows of {@code timestamp}, latest first; none for a timestamp in a gap. */
  List<BoundedWindow> windowsOf(long timestamp) {
    List<BoundedWindow> windows = new ArrayList<>();
    long start = timestamp - Math.floorMod(timestamp - offset, period);
    while (start + size > timestamp) {
      long end = start + size < start ? END_OF_TIME : Math.min(start + size, END_OF_TIME);
      windows.add(new IntervalWindow(Instant.ofEpochMilli(start), Instant.ofEpochMilli(end)));
      start -= period;
    }
    return windows;
  }

  @Override
  public Collection<BoundedWindow> assignWindows(AssignContext context) {
    return windowsOf(context.timestamp().getMillis());
  }

  @Override
  @SuppressWarnings("deprecation")
  public boolean isCompatible(WindowFn<?, ?> other) {
    return this == other;
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  public Coder<BoundedWindow> windowCoder() {
    return (Coder) IntervalWindow.getCoder();
  }

  @Override
  public WindowMappingFn<BoundedWindow> getDefaultWindowMappingFn() {
    throw new UnsupportedOperationException();
  }
}
