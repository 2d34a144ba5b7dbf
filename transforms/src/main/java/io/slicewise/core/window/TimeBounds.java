package io.slicewise.core.window;

/**
 * The ends of time, in milliseconds since the epoch. The values are those of Beam's {@code
 * BoundedWindow} and {@code GlobalWindow}: timestamps are microseconds of a 64-bit integer, and a
 * window may last until one day before the last of them.
 */
public final class TimeBounds {
  /** The earliest timestamp, and the watermark before anything is known. */
  public static final long MIN_TIMESTAMP = Long.MIN_VALUE / 1000;

  /** The latest timestamp, and the watermark when the input is complete. */
  public static final long MAX_TIMESTAMP = Long.MAX_VALUE / 1000;

  /** The last instant of the global window; every other window is cut to end no later. */
  public static final long LAST_WINDOW_INSTANT = MAX_TIMESTAMP - 24L * 60 * 60 * 1000;

  /** The longest duration a window setting may have, about 292,000 years: half the range. */
  public static final long MAX_DURATION = MAX_TIMESTAMP;

  private TimeBounds() {}

  /**
   * {@code instantMillis + durationMillis}, cut to {@link #LAST_WINDOW_INSTANT}; never wraps
   * around.
   */
  public static long plusWithinTime(long instantMillis, long durationMillis) {
    long sum = instantMillis + durationMillis;
    boolean overflow = durationMillis > 0 && sum < instantMillis;
    return overflow ? LAST_WINDOW_INSTANT : Math.min(sum, LAST_WINDOW_INSTANT);
  }
}
