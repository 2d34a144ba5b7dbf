package io.slicewise.core.sliced;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.Tallying;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.InverseFold;
import io.slicewise.core.slice.NaiveFold;
import io.slicewise.core.slice.StackedFold;
import io.slicewise.core.slice.WindowFold;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.window.AlignedWindowPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldChoiceTest {
  private static final AggregateFunction<?, ?, ?> ANY = new Joining();
  private static final AggregateFunction<?, ?, ?> INVERTIBLE = new Tallying();

  /** The kinds of folds for windows of such sizes, all of which start every so often. */
  private static List<Class<?>> folds(
      AggregateFunction<?, ?, ?> function, long period, long... sizes) {
    List<PlannedSpec> specs = new ArrayList<>();
    for (long size : sizes) {
      AlignedWindowPlan windows = AlignedWindowPlan.sliding(size, Math.min(size, period), 0);
      specs.add(
          new PlannedSpec(
              specs.size(),
              specs.size(),
              new WindowingSpec(
                  windows,
                  new DefaultTrigger(),
                  0,
                  AccumulationMode.ACCUMULATING,
                  TimestampCombiner.END_OF_WINDOW,
                  FiringBehavior.FIRE_IF_NON_EMPTY,
                  FiringBehavior.FIRE_ALWAYS),
              windows));
    }
    List<Class<?>> folds = new ArrayList<>();
    for (PlannedSpec spec : specs) {
      WindowFold fold = FoldChoice.BY_COST.foldFor(spec, specs, function);
      folds.add(fold.getClass());
    }
    return folds;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "8, 1", "80, 10"})
  void fewSlices_areMerged(long size, long period) {
    assertThat(folds(ANY, period, size)).containsExactly(NaiveFold.class);
  }

  @ParameterizedTest
  @CsvSource({"9, 1", "90, 10", "1440, 1"})
  void manySlices_areFoldedByStacks(long size, long period) {
    assertThat(folds(ANY, period, size)).containsExactly(StackedFold.class);
  }

  @ParameterizedTest
  @CsvSource({"4, 1, NaiveFold", "5, 1, InverseFold", "1440, 1, InverseFold"})
  void inverse_isUsedFromFiveSlicesOn(long size, long period, String fold) {
    assertThat(folds(INVERTIBLE, period, size).get(0).getSimpleName()).isEqualTo(fold);
  }

  /** A long window has few slices of its own, but is cut by the short ones beside it. */
  @ParameterizedTest
  @CsvSource({"60, 1"})
  void slicesOfOtherSpecs_count(long size, long small) {
    assertThat(folds(ANY, size, size)).containsExactly(NaiveFold.class);
    assertThat(folds(ANY, size, size, small)).containsExactly(StackedFold.class, NaiveFold.class);
    assertThat(folds(INVERTIBLE, size, size, small))
        .containsExactly(InverseFold.class, NaiveFold.class);
  }
}
