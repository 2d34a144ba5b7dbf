package io.slicewise.core.window;

/**
 * Sessions: each element opens {@code [timestamp, timestamp + gap)}, and windows of a key that
 * overlap become one. All that is asked of them is whether two windows are one session.
 *
 * <pre>
 * gap 5            0    2         9    12
 * elements         a    b         c    d
 * their windows    [---- 0..5 )   [---- 9..14 )
 *                       [- 2..7 )      [- 12..17 )
 * sessions         [---- 0..7 )   [------- 9..17 )
 * </pre>
 *
 * @param gapMillis from 1 to {@link TimeBounds#MAX_DURATION}
 * @param inclusiveGap whether elements exactly the gap apart, whose windows only touch, are of one
 *     session
 */
public record SessionWindows(long gapMillis, boolean inclusiveGap) implements Windows {
  private static final long serialVersionUID = 1L;

  /** Checks the gap. */
  public SessionWindows {
    AlignedWindowPlan.requireDuration("gap", gapMillis);
  }

  /** The window that an element with {@code timestampMillis} opens, cut to the end of time. */
  public TimeWindow windowOf(long timestampMillis) {
    long start = Math.min(timestampMillis, TimeBounds.LAST_WINDOW_INSTANT);
    return new TimeWindow(start, TimeBounds.plusWithinTime(start, gapMillis - 1) + 1);
  }

  /** Whether two windows, of which {@code earlier} starts no later, are of one session. */
  public boolean areOneSession(TimeWindow earlier, TimeWindow later) {
    return inclusiveGap
        ? later.startMillis() <= earlier.endMillis()
        : later.startMillis() < earlier.endMillis();
  }

  /** Names the settings. */
  @Override
  public String toString() {
    return "sessions(gap=" + gapMillis + " ms" + (inclusiveGap ? ", inclusive" : "") + ")";
  }
}
