package io.slicewise.core.sliced;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.InverseFold;
import io.slicewise.core.slice.NaiveFold;
import io.slicewise.core.slice.StackedFold;
import io.slicewise.core.slice.WindowFold;
import java.util.List;

/** Chooses the fold that costs least for windows of so many slices. All give the same panes. */
final class FoldChoice {
  /** Up to here, to merge every slice costs about as many merges and copies as stacks. */
  private static final long FEW_SLICES = 8;

  /** Up to here, as many as to take one slice out and another one in. */
  private static final long VERY_FEW_SLICES = 4;

  private FoldChoice() {}

  /**
   * The fold for the windows of {@code spec}.
   *
   * @param all the specifications that share the store, each of which may cut the slices of others
   */
  static WindowFold foldFor(
      PlannedSpec spec, List<PlannedSpec> all, AggregateFunction<?, ?, ?> function) {
    long slices = slicesPerWindow(spec, all);
    if (slices <= (function.isInvertible() ? VERY_FEW_SLICES : FEW_SLICES)) {
      return new NaiveFold();
    }
    return function.isInvertible()
        ? new InverseFold(spec.position())
        : new StackedFold(all.size() + 1);
  }

  private static long slicesPerWindow(PlannedSpec spec, List<PlannedSpec> all) {
    long shortest =
        all.stream().mapToLong(each -> each.windows().typicalSliceMillis()).min().orElseThrow();
    return spec.windows().slicesPerWindow()
        * Math.max(1, spec.windows().typicalSliceMillis() / shortest);
  }
}
