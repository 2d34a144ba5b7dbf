package io.slicewise.core.window;

/**
 * Which windows there are at which time, for windows that depend on time alone: the arithmetic of
 * one kind of window.
 *
 * <p>Windows are numbered by ordinals that grow with time; windows with a greater ordinal never
 * start or end earlier. The edges of all windows cut event time into disjoint slices, so that each
 * window is a run of whole slices. A slice is named by its start.
 *
 * <pre>
 * size 6, period 4      0     2     4     6     8    10
 * slices                |--0--|--2--|--4--|--6--|--8--|
 * window 0              [------- 0..6 ----)
 * window 1                          [------ 4..10 ----)
 * </pre>
 *
 * <p>All remainders are floored, so times before 1970 behave as all others. Windows are cut to end
 * within time ({@link TimeBounds#LAST_WINDOW_INSTANT}); later timestamps count as that instant.
 */
public interface WindowPlan extends Windows {
  /** In place of an ordinal: no window. */
  long NO_WINDOW = Long.MIN_VALUE;

  /**
   * The latest edge of a window, start or end, that is not after {@code instantMillis}.
   *
   * @param instantMillis at most {@link TimeBounds#LAST_WINDOW_INSTANT}
   */
  long sliceStart(long instantMillis);

  /**
   * The ordinal of the earliest window that is not over at {@code watermarkMillis}, that is, whose
   * last instant is at or after it. Past the end of time no such window exists, and the answer is
   * {@code Long.MAX_VALUE}.
   */
  long firstOpenWindow(long watermarkMillis);

  /**
   * The ordinal of the latest window that starts at or before {@code instantMillis}. The windows
   * that hold the instant are those from the first that is open at it to this one: none, if the
   * first is the later of the two.
   *
   * @param instantMillis at most {@link TimeBounds#LAST_WINDOW_INSTANT}
   */
  long lastStartedWindow(long instantMillis);

  /** The first instant of {@code window}. */
  long startOf(long window);

  /** The last instant of {@code window}. */
  long maxTimestampOf(long window);

  /** The interval of {@code window}. */
  default TimeWindow windowAt(long window) {
    return new TimeWindow(startOf(window), maxTimestampOf(window) + 1);
  }

  /**
   * The ordinal of the window that has grown into {@code window}: that starts with it and ends one
   * slice before it. {@link #NO_WINDOW} if there is none, as in most plans.
   */
  default long grownFrom(long window) {
    return NO_WINDOW;
  }

  /** Whether some instants are in no window. */
  default boolean hasGaps() {
    return false;
  }

  /** The largest number of slices in a window, at least 1. */
  long slicesPerWindow();

  /** About how long a slice is, in milliseconds; all that depends on it is cost. */
  long typicalSliceMillis();
}
