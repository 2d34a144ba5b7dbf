package io.slicewise.oracle;

import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowMappingFn;
import org.joda.time.Instant;

/**
 * Sessions straight from the definition of the scenario format, cut to the end of time: Beam's own,
 * and those whose windows merge when they touch.
 */
final class OracleSessions extends WindowFn<Object, BoundedWindow> {
  private static final long serialVersionUID = 1L;
  private static final long END_OF_TIME = GlobalWindow.INSTANCE.maxTimestamp().getMillis() + 1;

  private final transient WindowSpec.Sessions spec;

  OracleSessions(WindowSpec.Sessions spec) {
    this.spec = spec;
  }

  /** The window that an element with {@code timestamp} opens. */
  List<BoundedWindow> windowsOf(long timestamp) {
    return List.of(interval(timestamp, Math.min(timestamp + spec.gapMillis(), END_OF_TIME)));
  }

  @Override
  public Collection<BoundedWindow> assignWindows(AssignContext context) {
    return windowsOf(context.timestamp().getMillis());
  }

  @Override
  public void mergeWindows(MergeContext context) throws Exception {
    List<BoundedWindow> parts = new ArrayList<>();
    long start = 0;
    long end = Long.MIN_VALUE;
    List<BoundedWindow> windows = new ArrayList<>(context.windows());
    windows.sort(Comparator.comparing(window -> ((IntervalWindow) window).start()));
    for (BoundedWindow window : windows) {
      IntervalWindow interval = (IntervalWindow) window;
      long next = interval.start().getMillis();
      if (next > end || (next == end && !spec.inclusiveGap())) {
        merge(parts, start, end, context);
        parts.clear();
        start = next;
      }
      parts.add(window);
      end = Math.max(end, interval.end().getMillis());
    }
    merge(parts, start, end, context);
  }

  private static void merge(List<BoundedWindow> parts, long start, long end, MergeContext context)
      throws Exception {
    if (parts.size() > 1) {
      context.merge(parts, interval(start, end));
    }
  }

  private static BoundedWindow interval(long start, long end) {
    return new IntervalWindow(Instant.ofEpochMilli(start), Instant.ofEpochMilli(end));
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
