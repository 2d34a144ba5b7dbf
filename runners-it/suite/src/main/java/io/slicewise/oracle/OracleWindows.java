package io.slicewise.oracle;

import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.WindowSpec;
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
 * Windows straight from the definitions of the scenario format, cut to the end of time: for fixed
 * and sliding windows what Beam's own mean, without their faults before 1970.
 */
final class OracleWindows extends NonMergingWindowFn<Object, BoundedWindow> {
  private static final long serialVersionUID = 1L;
  private static final long END_OF_TIME = GlobalWindow.INSTANCE.maxTimestamp().getMillis() + 1;

  private final transient WindowSpec spec;

  /** The windows of {@code spec}, which are not global. */
  OracleWindows(WindowSpec spec) {
    this.spec = spec;
  }

  /** Whether there are definitions for {@code spec}. */
  static boolean knows(WindowSpec spec) {
    return spec instanceof WindowSpec.Fixed
        || spec instanceof WindowSpec.Sliding
        || spec instanceof WindowSpec.Cumulative
        || spec instanceof WindowSpec.Calendar
        || spec instanceof WindowSpec.StreamTime;
  }

  /**
   * The windows of {@code timestamp}, latest first; none for a timestamp in a gap. With stream time
   * the timestamp is the stream time.
   */
  List<BoundedWindow> windowsOf(long timestamp) {
    if (spec instanceof WindowSpec.Fixed fixed) {
      long size = fixed.sizeMillis();
      return sliding(size, size, fixed.offsetMillis(), timestamp);
    } else if (spec instanceof WindowSpec.StreamTime streamTime) {
      return sliding(streamTime.sizeMillis(), streamTime.sizeMillis(), 0, timestamp);
    } else if (spec instanceof WindowSpec.Sliding sliding) {
      return sliding(
          sliding.sizeMillis(), sliding.periodMillis(), sliding.offsetMillis(), timestamp);
    } else if (spec instanceof WindowSpec.Cumulative cumulative) {
      return cumulative(cumulative, timestamp);
    } else if (spec instanceof WindowSpec.Calendar calendar) {
      List<BoundedWindow> windows = new ArrayList<>();
      for (TimeWindow window : new CalendarDefinition(calendar).windowsOf(timestamp)) {
        windows.add(interval(window.startMillis(), window.endMillis()));
      }
      return windows;
    }
    throw new IllegalArgumentException("windows: no oracle for " + spec);
  }

  private static List<BoundedWindow> sliding(long size, long period, long offset, long timestamp) {
    List<BoundedWindow> windows = new ArrayList<>();
    long start = timestamp - Math.floorMod(timestamp - offset, period);
    while (start + size > timestamp) {
      windows.add(interval(start, start + size < start ? END_OF_TIME : start + size));
      start -= period;
    }
    return windows;
  }

  /** Windows that the end of time cuts to the same interval are one window. */
  private static List<BoundedWindow> cumulative(WindowSpec.Cumulative spec, long timestamp) {
    List<BoundedWindow> windows = new ArrayList<>();
    long start = timestamp - Math.floorMod(timestamp - spec.offsetMillis(), spec.sizeMillis());
    for (long length = spec.sizeMillis(); length > 0; length -= spec.stepMillis()) {
      BoundedWindow window = interval(start, start + length);
      if (start + length > timestamp && !windows.contains(window)) {
        windows.add(window);
      }
    }
    return windows;
  }

  private static BoundedWindow interval(long start, long end) {
    return new IntervalWindow(
        Instant.ofEpochMilli(start), Instant.ofEpochMilli(Math.min(end, END_OF_TIME)));
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
