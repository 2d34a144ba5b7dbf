package io.slicewise.core.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import io.slicewise.core.Tallying;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Differential: each fold against the obvious one, under functions that show content and order. */
class WindowFoldTest {
  private static final WindowFold NAIVE = new NaiveFold();
  private static final WindowFold STACKED = new StackedFold(2);

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void stackedFold_givesWhatNaiveFoldGives(long seed) throws IOException {
    FoldScript<StringBuilder> script = new FoldScript<>(seed, new Joining(), List.of(50));
    script.run(400, List.of(List.of(STACKED)));
    script.end();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void stackedFoldsOfSeveralSpecs_giveWhatNaiveFoldGives(long seed) throws IOException {
    FoldScript<StringBuilder> script = new FoldScript<>(seed, new Joining(), List.of(80, 45, 10));
    script.run(400, List.of(List.of(STACKED), List.of(STACKED), List.of(STACKED)));
    script.end();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void inverseFold_givesWhatNaiveFoldGives(long seed) throws IOException {
    FoldScript<?> script = new FoldScript<>(seed, new Tallying(), List.of(50, 12));
    script.run(400, List.of(List.of(new InverseFold(0)), List.of(new InverseFold(1))));
    script.end();
  }

  /** What one fold keeps is of no harm to another. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void foldsThatTakeTurns_giveWhatNaiveFoldGives(long seed) throws IOException {
    FoldScript<?> script = new FoldScript<>(seed, new Tallying(), List.of(50, 30));
    List<WindowFold> ofFirst = List.of(NAIVE, STACKED, new InverseFold(0));
    script.run(400, List.of(ofFirst, List.of(STACKED, new InverseFold(1))));
    script.end();
  }

  @Test
  void segments_mergeOnceNoWindowTellsThemApart() {
    Joining function = new Joining();
    SliceStore<StringBuilder> store = SliceStore.withPagesOf(1);
    FiringCuts everyFiring = (older, newer) -> true;
    store.add(0, 0, "a", function, everyFiring);
    store.add(0, 1, "b", function, everyFiring);
    store.add(0, 2, "c", function, everyFiring);
    FiringCuts onlyTheLast = (older, newer) -> older <= 2 && newer > 2;
    store.add(0, 3, "d", function, onlyTheLast);
    Slice<StringBuilder> slice = store.pages().firstEntry().getValue().slices().get(0);
    assertThat(slice.segments()).extracting(Segment::label).containsExactly(2L, 3L);
    assertThat(new NaiveFold().fold(store, 0, 1, LabelRange.after(2), function).accumulator())
        .hasToString("d");
    assertThat(new NaiveFold().fold(store, 0, 1, LabelRange.ALL, function).accumulator())
        .hasToString("a+b+c+d");
  }
}
