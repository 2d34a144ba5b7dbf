package io.slicewise.core.window;

/** The single window of all time, which is one slice; both have the ordinal 0. */
public final class GlobalWindowPlan implements WindowPlan {
  private static final long serialVersionUID = 1L;
  private static final TimeWindow ALL_TIME =
      new TimeWindow(TimeBounds.MIN_TIMESTAMP, TimeBounds.LAST_WINDOW_INSTANT + 1);

  @Override
  public long sliceOf(long timestampMillis) {
    return 0;
  }

  @Override
  public long firstWindowOf(long slice) {
    return slice;
  }

  @Override
  public long lastWindowOf(long slice) {
    return slice;
  }

  @Override
  public long firstSliceOf(long window) {
    return window;
  }

  @Override
  public long endSliceOf(long window) {
    return window + 1;
  }

  @Override
  public long slicesPerWindow() {
    return 1;
  }

  @Override
  public TimeWindow windowAt(long window) {
    return ALL_TIME;
  }

  @Override
  public long maxTimestampOf(long window) {
    return ALL_TIME.maxTimestamp();
  }

  @Override
  public long firstOpenWindow(long watermarkMillis) {
    return watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT ? Long.MAX_VALUE : 0;
  }

  @Override
  public String toString() {
    return "global";
  }
}
