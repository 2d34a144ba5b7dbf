package io.slicewise.core.window;

import java.io.Serializable;
import java.util.List;

/**
 * The slices between the edges of several kinds of windows. All instants of a slice lie in the same
 * windows: an element cannot be told from another of its slice, but by a trigger that looks at
 * elements, or by a pane with the timestamp of an element.
 *
 * <pre>
 * size 4         [-- 0..4 --)[-- 4..8 --)[-- 8..12 -)
 * size 6         [----- 0..6 -----)[----- 6..12 ----)
 * slices         |-----0-----|--4--|--6--|-----8-----|
 * </pre>
 */
public final class SliceEdges implements Serializable {
  private static final long serialVersionUID = 1L;

  private final WindowPlan[] plans;

  /**
   * The edges of all of {@code plans}.
   *
   * @param plans one or more
   */
  public SliceEdges(List<WindowPlan> plans) {
    this.plans = plans.toArray(new WindowPlan[0]);
    if (this.plans.length == 0) {
      throw new IllegalArgumentException("plans: must be one or more but was none.");
    }
  }

  /** The first instant of the slice that holds {@code instantMillis}. */
  public long firstInstantOf(long instantMillis) {
    long instant = Math.min(instantMillis, TimeBounds.LAST_WINDOW_INSTANT);
    long first = plans[0].sliceStart(instant);
    for (int i = 1; i < plans.length; i++) {
      first = Math.max(first, plans[i].sliceStart(instant));
    }
    return first;
  }

  /** The last instant of the slice that holds {@code instantMillis}. */
  public long lastInstantOf(long instantMillis) {
    long instant = Math.min(instantMillis, TimeBounds.LAST_WINDOW_INSTANT);
    long last = TimeBounds.LAST_WINDOW_INSTANT;
    for (int i = 0; i < plans.length; i++) {
      WindowPlan plan = plans[i];
      last = Math.min(last, plan.maxTimestampOf(plan.firstOpenWindow(instant)));
      long nextStart = plan.startOf(plan.lastStartedWindow(instant) + 1);
      if (nextStart > instant) {
        last = Math.min(last, nextStart - 1);
      }
    }
    return last;
  }
}
