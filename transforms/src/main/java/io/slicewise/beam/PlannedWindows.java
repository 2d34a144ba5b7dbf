package io.slicewise.beam;

import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.core.window.WindowPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IncompatibleWindowException;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.NonMergingWindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.transforms.windowing.WindowMappingFn;
import org.joda.time.Instant;

/** A window function with the windows of a {@link WindowPlan}: what Beam asks of one. */
abstract class PlannedWindows extends NonMergingWindowFn<Object, IntervalWindow> {
  private static final long serialVersionUID = 1L;

  private final WindowPlan plan;

  PlannedWindows(WindowPlan plan) {
    this.plan = plan;
  }

  /** The windows. */
  final WindowPlan plan() {
    return plan;
  }

  @Override
  public final Collection<IntervalWindow> assignWindows(AssignContext context) {
    return windowsOf(context.timestamp());
  }

  /** The windows that hold {@code timestamp}, in order of time; none in a gap. */
  final List<IntervalWindow> windowsOf(Instant timestamp) {
    List<IntervalWindow> windows = new ArrayList<>();
    long instant = Math.min(timestamp.getMillis(), TimeBounds.LAST_WINDOW_INSTANT);
    long last = plan.lastStartedWindow(instant);
    for (long window = plan.firstOpenWindow(instant); window <= last; window++) {
      windows.add(intervalOf(window));
    }
    return windows;
  }

  private IntervalWindow intervalOf(long window) {
    TimeWindow interval = plan.windowAt(window);
    return new IntervalWindow(
        Instant.ofEpochMilli(interval.startMillis()), Instant.ofEpochMilli(interval.endMillis()));
  }

  @Override
  public final Coder<IntervalWindow> windowCoder() {
    return IntervalWindow.getCoder();
  }

  /** Maps a main window to the latest of these windows that holds its last instant. */
  @Override
  public final WindowMappingFn<IntervalWindow> getDefaultWindowMappingFn() {
    return new LatestWindow(this);
  }

  @Override
  @SuppressWarnings("deprecation") // abstract in WindowFn all the same
  public final boolean isCompatible(WindowFn<?, ?> other) {
    return equals(other);
  }

  @Override
  public final void verifyCompatibility(WindowFn<?, ?> other) throws IncompatibleWindowException {
    if (!equals(other)) {
      throw new IncompatibleWindowException(
          other, "windows: must be " + this + " on both sides. Apply Window.into with these.");
    }
  }

  private static final class LatestWindow extends WindowMappingFn<IntervalWindow> {
    private static final long serialVersionUID = 1L;

    private final PlannedWindows windows;

    LatestWindow(PlannedWindows windows) {
      this.windows = windows;
    }

    @Override
    public IntervalWindow getSideInputWindow(BoundedWindow mainWindow) {
      if (mainWindow instanceof GlobalWindow) {
        throw new IllegalArgumentException(
            "side input: in "
                + windows
                + " it has no window for a main input in the global window. Window the main input,"
                + " or the side input globally.");
      }
      WindowPlan plan = windows.plan();
      long instant =
          Math.min(mainWindow.maxTimestamp().getMillis(), TimeBounds.LAST_WINDOW_INSTANT);
      long last = plan.lastStartedWindow(instant);
      if (plan.firstOpenWindow(instant) > last) {
        throw new IllegalArgumentException(
            "side input: in "
                + windows
                + " no window holds "
                + mainWindow.maxTimestamp()
                + ", the last instant of the main window. Use windows without gaps.");
      }
      return windows.intervalOf(last);
    }
  }
}
