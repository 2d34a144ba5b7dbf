package io.slicewise.core.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.Tallying;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a pane costs once a stream runs steadily: windows slide by one slice, ten elements come to
 * each slice, the newest while its first window fires, and what no window needs goes.
 */
class FoldCostTest {
  private static final int PER_SLICE = 10;
  private static final int NONE_LATE = Integer.MAX_VALUE;

  private static final StackedFold STACKED = new StackedFold(2);
  private static final InverseFold INVERSE = new InverseFold(0);

  /**
   * Per pane.
   *
   * @param changes accumulators merged or removed
   * @param copies accumulators encoded or decoded
   */
  private record Cost(double changes, double copies) {
    double all() {
      return changes + copies;
    }
  }

  private static <A> Cost steadyCost(
      AggregateFunction<Object, A, String> named, WindowFold fold, int window) {
    return new SteadyStream<>(named, window, NONE_LATE).costOf(fold);
  }

  /** A stream at its start. */
  private static final class SteadyStream<A> {
    private final CountingFunction<A> function;
    private final int window;
    private final int lateEvery;
    private SliceStore<A> store;
    private int end;

    SteadyStream(AggregateFunction<Object, A, String> named, int window, int lateEvery) {
      this.function = new CountingFunction<>(named);
      this.window = window;
      this.lateEvery = lateEvery;
      this.store = SliceStore.withPagesOf((long) Math.ceil(Math.sqrt(window)));
    }

    Cost costOf(WindowFold fold) {
      while (end < 2 * window) {
        pane(fold);
      }
      long changes = function.changes();
      long copies = function.copies();
      int panes = Math.max(300, 2 * window);
      for (int i = 0; i < panes; i++) {
        pane(fold);
      }
      return new Cost(
          (double) (function.changes() - changes) / panes,
          (double) (function.copies() - copies) / panes);
    }

    void pane(WindowFold fold) {
      end++;
      for (int i = 0; i < PER_SLICE; i++) {
        store.add(end, 0, "", function, FiringCuts.NONE);
      }
      if (end % lateEvery == 0) {
        store.add(end - 3, 0, "", function, FiringCuts.NONE);
      }
      fold.fold(store, end - window, end, LabelRange.ALL, function);
      store.removeBefore(end + 1 - window, function);
    }

    void saveAndRestore() throws IOException {
      SliceStoreCodec<A> codec = new SliceStoreCodec<>(function);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(store, new DataOutputStream(bytes));
      store = codec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }

    /** How many accumulators are kept beside those of the slices. */
    int kept() {
      int kept = store.runningFolds().folds().size();
      kept += store.runs().before().size() + store.runs().after().size();
      for (Page<A> page : store.pages().values()) {
        kept += page.folds().suffixes().size() + (page.folds().prefix() == null ? 0 : 1);
      }
      return kept;
    }
  }

  @ParameterizedTest(name = "{0} slices")
  @ValueSource(ints = {100, 1_440, 10_000})
  void stackedFold_costsTheSameForAnyNumberOfSlices(int window) {
    Cost cost = steadyCost(new Joining(), STACKED, window);
    assertThat(cost.changes()).isBetween(5.0, 8.0);
    assertThat(cost.copies()).isBetween(8.0, 11.5);
  }

  @ParameterizedTest(name = "{0} slices")
  @ValueSource(ints = {100, 1_440, 10_000})
  void inverseFold_costsTheSameForAnyNumberOfSlices(int window) {
    Cost cost = steadyCost(new Tallying(), INVERSE, window);
    assertThat(cost.changes()).isEqualTo(3.0);
    assertThat(cost.copies()).isEqualTo(6.0);
  }

  @Test
  void naiveFold_costsAMergeForEachSlice() {
    assertThat(steadyCost(new Joining(), new NaiveFold(), 1_440).changes()).isEqualTo(1_440);
  }

  /** The limits of {@code FoldChoice}. */
  @Test
  void naiveFold_isCheapestForFewSlices() {
    assertThat(steadyCost(new Joining(), STACKED, 5).all())
        .isGreaterThan(steadyCost(new Joining(), new NaiveFold(), 5).all());
    assertThat(steadyCost(new Joining(), STACKED, 9).all())
        .isLessThan(0.75 * steadyCost(new Joining(), new NaiveFold(), 9).all());
    assertThat(steadyCost(new Tallying(), INVERSE, 4).all())
        .isEqualTo(steadyCost(new Tallying(), new NaiveFold(), 4).all());
  }

  /** A page is folded anew, and the runs from there to the pivot. */
  @Test
  void lateElement_costsTheStackedFoldAboutAPage() {
    double onTime = steadyCost(new Joining(), STACKED, 1_440).changes();
    double late = new SteadyStream<>(new Joining(), 1_440, 4).costOf(STACKED).changes();
    assertThat(4 * (late - onTime)).isBetween(1.0, 25.0);
  }

  @Test
  void lateElement_costsTheInverseFoldNoMerge() {
    Cost late = new SteadyStream<>(new Tallying(), 1_440, 4).costOf(INVERSE);
    assertThat(late.changes()).isEqualTo(3.0);
  }

  /** A backend that stores bytes finds what was kept. */
  @ParameterizedTest(name = "after {0} panes")
  @ValueSource(ints = {300, 310, 325})
  void restoredStore_costsNoMoreMerges(int panes) throws IOException {
    for (WindowFold fold : new WindowFold[] {STACKED, INVERSE}) {
      SteadyStream<?> stream = new SteadyStream<>(new Tallying(), 144, NONE_LATE);
      SteadyStream<?> restored = new SteadyStream<>(new Tallying(), 144, NONE_LATE);
      for (int i = 0; i < panes; i++) {
        stream.pane(fold);
        restored.pane(fold);
        restored.saveAndRestore();
      }
      assertThat(restored.function.changes()).isEqualTo(stream.function.changes());
    }
  }

  /** Two for each of 39 pages, and one for each of up to 38 slices of two pages. */
  @Test
  void whatIsKept_isFewAccumulators() {
    SteadyStream<?> stacked = new SteadyStream<>(new Joining(), 1_440, NONE_LATE);
    SteadyStream<?> inverse = new SteadyStream<>(new Tallying(), 1_440, NONE_LATE);
    int most = 0;
    for (int i = 0; i < 4 * 1_440; i++) {
      stacked.pane(STACKED);
      inverse.pane(INVERSE);
      most = Math.max(most, stacked.kept());
    }
    assertThat(most).isBetween(80, 2 * 39 + 38);
    assertThat(inverse.kept()).isEqualTo(1);
  }
}
