package io.slicewise.core.window;

/** The single window of all time, with the ordinal 0, which is one slice. */
public final class GlobalWindowPlan implements WindowPlan {
  private static final long serialVersionUID = 1L;

  @Override
  public long sliceStart(long instantMillis) {
    return TimeBounds.MIN_TIMESTAMP;
  }

  @Override
  public long firstOpenWindow(long watermarkMillis) {
    return watermarkMillis > TimeBounds.LAST_WINDOW_INSTANT ? Long.MAX_VALUE : 0;
  }

  @Override
  public long lastStartedWindow(long instantMillis) {
    return 0;
  }

  @Override
  public long startOf(long window) {
    return TimeBounds.MIN_TIMESTAMP;
  }

  @Override
  public long maxTimestampOf(long window) {
    return TimeBounds.LAST_WINDOW_INSTANT;
  }

  @Override
  public boolean hasEnd() {
    return false;
  }

  @Override
  public long slicesPerWindow() {
    return 1;
  }

  @Override
  public long typicalSliceMillis() {
    return TimeBounds.MAX_DURATION;
  }

  @Override
  public String toString() {
    return "global";
  }
}
