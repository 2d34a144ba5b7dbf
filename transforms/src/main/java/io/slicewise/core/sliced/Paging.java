package io.slicewise.core.sliced;

import io.slicewise.core.window.WindowPlan;
import java.util.List;

/**
 * How much time a page covers.
 *
 * @param slicesOfWindow how many slices a window has
 * @param pageMillis the length of a page, about the square root of them
 */
record Paging(long slicesOfWindow, long pageMillis) {

  /**
   * The windows that may leave the most slices in one window have the most to win from pages. Their
   * slices stay until they expire, so that beside a longer window their lateness counts, too.
   */
  static Paging of(List<PlannedSpec> specs) {
    long longest = specs.stream().mapToLong(spec -> lengthOf(spec.windows())).max().orElseThrow();
    Paging paging = new Paging(0, 0);
    for (PlannedSpec spec : specs) {
      long sliceMillis = spec.windows().typicalSliceMillis();
      long kept = lengthOf(spec.windows()) + spec.settings().allowedLatenessMillis();
      long slices = Math.min(longest, kept) / sliceMillis;
      if (slices > paging.slicesOfWindow()) {
        paging = new Paging(slices, sliceMillis * (long) Math.ceil(Math.sqrt((double) slices)));
      }
    }
    return paging;
  }

  private static long lengthOf(WindowPlan windows) {
    return windows.slicesPerWindow() * windows.typicalSliceMillis();
  }
}
