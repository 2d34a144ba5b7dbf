package io.slicewise.core.window;

/**
 * Which slices and windows a timestamp touches: the arithmetic of one kind of window.
 *
 * <p>A plan cuts event time into disjoint slices at every window edge, so that each window is a run
 * of whole slices. Slices and windows are both numbered by ordinals that grow with time; windows
 * with a greater ordinal never start or end earlier. The windows of a slice, and the slices of a
 * window, are ranges of ordinals.
 *
 * <pre>
 * size 6, period 4      0     2     4     6     8    10
 * slices                |--0--|--1--|--2--|--3--|--4--|
 * window 0              [------- 0..6 ----)
 * window 1                          [------ 4..10 ----)
 * </pre>
 *
 * <p>All remainders are floored, so times before 1970 behave as all others. Windows are cut to end
 * within time ({@link TimeBounds#LAST_WINDOW_INSTANT}), and later timestamps count as that instant.
 */
public interface WindowPlan extends Windows {
  /** The answer of {@link #sliceOf} for a timestamp that no window holds. */
  long NO_SLICE = Long.MIN_VALUE;

  /** The ordinal of the slice that holds {@code timestampMillis}, or {@link #NO_SLICE}. */
  long sliceOf(long timestampMillis);

  /** The ordinal of the earliest window that contains {@code slice}. */
  long firstWindowOf(long slice);

  /** The ordinal of the latest window that contains {@code slice}. */
  long lastWindowOf(long slice);

  /** The ordinal of the first slice of {@code window}. */
  long firstSliceOf(long window);

  /** The ordinal of the slice after the last one of {@code window}. */
  long endSliceOf(long window);

  /** The largest number of slices in a window, at least 1. */
  long slicesPerWindow();

  /** The interval of {@code window}. */
  TimeWindow windowAt(long window);

  /** The last instant of {@code window}, without making a {@link TimeWindow}. */
  long maxTimestampOf(long window);

  /**
   * The ordinal of the earliest window that is not over at {@code watermarkMillis}, that is, whose
   * last instant is at or after it. Past the end of time no such window exists, and the answer is
   * {@code Long.MAX_VALUE}.
   */
  long firstOpenWindow(long watermarkMillis);
}
