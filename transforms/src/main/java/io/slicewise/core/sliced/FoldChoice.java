package io.slicewise.core.sliced;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.InverseFold;
import io.slicewise.core.slice.NaiveFold;
import io.slicewise.core.slice.StackedFold;
import io.slicewise.core.slice.WindowFold;
import java.util.List;

/** Chooses how the slices of windows are folded. All folds give the same panes. */
@FunctionalInterface
public interface FoldChoice {
  /** What costs the fewest merges and copies for the number of slices in a window. */
  FoldChoice BY_COST =
      (spec, all, function) -> {
        long slices = slicesPerWindow(spec, all);
        // up to here, every slice costs about what the folds of many do
        if (slices <= (function.isInvertible() ? 4 : 8)) {
          return new NaiveFold();
        }
        return function.isInvertible()
            ? new InverseFold(spec.position())
            : new StackedFold(all.size() + 1);
      };

  /**
   * The fold for the windows of {@code spec}.
   *
   * @param all the specifications that share the store
   */
  WindowFold foldFor(PlannedSpec spec, List<PlannedSpec> all, AggregateFunction<?, ?, ?> function);

  /** At most: the edges of each specification may cut the slices of the others. */
  private static long slicesPerWindow(PlannedSpec spec, List<PlannedSpec> all) {
    long shortest =
        all.stream().mapToLong(each -> each.windows().typicalSliceMillis()).min().orElseThrow();
    return spec.windows().slicesPerWindow()
        * Math.max(1, spec.windows().typicalSliceMillis() / shortest);
  }
}
