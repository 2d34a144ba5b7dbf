package io.slicewise.core.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.Tallying;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a pane costs once a stream runs steadily: windows slide by one slice, ten elements come to
 * each slice before its first window ends, and what no window needs goes.
 */
class FoldCostTest {
  private static final int PER_SLICE = 10;

  /** Per pane. */
  private record Cost(double changes, double copies) {}

  private static <A> Cost steadyCost(
      AggregateFunction<Object, A, String> named, WindowFold fold, int window, int lateEvery) {
    CountingFunction<A> function = new CountingFunction<>(named);
    SliceStore<A> store = SliceStore.withPagesOf((long) Math.ceil(Math.sqrt(window)));
    int panes = Math.max(300, 2 * window);
    long changes = 0;
    long copies = 0;
    for (int end = 1; end <= 2 * window + panes; end++) {
      for (int i = 0; i < PER_SLICE; i++) {
        store.add(end, 0, "", function, FiringCuts.NONE);
      }
      if (end > 2 * window && lateEvery > 0 && end % lateEvery == 0) {
        store.add(end - 3, 0, "", function, FiringCuts.NONE);
      }
      if (end == 2 * window + 1) {
        changes = function.changes();
        copies = function.copies();
      }
      fold.fold(store, end - window, end, LabelRange.ALL, function);
      store.removeBefore(end + 1 - window, function);
    }
    return new Cost(
        (double) (function.changes() - changes) / panes,
        (double) (function.copies() - copies) / panes);
  }

  @Test
  void table() {
    for (int window : List.of(2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 24, 36, 60, 144, 1440, 10000)) {
      Cost naive = steadyCost(new Joining(), new NaiveFold(), Math.min(window, 1440), 0);
      Cost stacked = steadyCost(new Joining(), new StackedFold(2), window, 0);
      Cost late = steadyCost(new Joining(), new StackedFold(2), window, 2);
      Cost inverse = steadyCost(new Tallying(), new InverseFold(0), window, 0);
      System.out.println("TABLE " + window + " " + naive + " " + stacked + " late " + late + " " + inverse);
    }
    assertThat(PER_SLICE).isPositive();
  }
}
