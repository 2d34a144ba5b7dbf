package io.slicewise.core.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.core.Joining;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Differential: pages against the obvious fold, under a function that shows content and order. */
class WindowFoldTest {
  private static final int WINDOW = 50;

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void pagedFold_givesWhatNaiveFoldGives(long seed) throws IOException {
    Random random = new Random(seed);
    Joining function = new Joining();
    SliceStore<StringBuilder> store = SliceStore.withPagesOf(7);
    WindowFold naive = new NaiveFold();
    WindowFold paged = new PagedFold();
    long sequence = 0;
    for (int step = 0; step < 200; step++) {
      switch (random.nextInt(12)) {
        case 0 -> {
          long from = random.nextInt(-WINDOW, 2 * WINDOW);
          LabelRange seen =
              switch (random.nextInt(3)) {
                case 0 -> LabelRange.ALL;
                case 1 -> LabelRange.after(sequence - 1);
                default -> LabelRange.upTo(sequence - 1);
              };
          assertThat(paged.fold(store, from, from + WINDOW, seen, function).accumulator())
              .hasToString(
                  naive.fold(store, from, from + WINDOW, seen, function).accumulator().toString());
        }
        case 1 -> sequence++;
        case 2 -> store = restored(store, function);
        case 3 -> moveSomeSlice(store, function, random);
        default -> {
          boolean cut = random.nextInt(4) > 0;
          store.add(random.nextInt(-WINDOW, 2 * WINDOW), sequence, step, function, (o, n) -> cut);
        }
      }
    }
    store.removeBefore(WINDOW);
    assertThat(store.firstSliceFrom(Long.MIN_VALUE)).isGreaterThanOrEqualTo(WINDOW);
    store.removeBefore(2 * WINDOW);
    assertThat(store.isEmpty()).isTrue();
    assertThat(store.pages()).isEmpty();
  }

  /** Makes one slice part of one before it. */
  private static void moveSomeSlice(
      SliceStore<StringBuilder> store, Joining function, Random random) {
    long slice = store.firstSliceFrom(random.nextInt(-WINDOW, 2 * WINDOW));
    if (slice != SliceStore.NONE) {
      long target = slice - random.nextInt(1, 10);
      store.move(slice, target, function, (o, n) -> random.nextBoolean(), List.of());
    }
  }

  private static SliceStore<StringBuilder> restored(
      SliceStore<StringBuilder> store, Joining function) throws IOException {
    SliceStoreCodec<StringBuilder> codec = new SliceStoreCodec<>(function);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(store, new DataOutputStream(bytes));
    return codec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  /**
   * A window that slides by one slice, over ever longer windows: merges per pane, at a steady
   * state.
   */
  @Test
  void mergesPerPane_growWithTheSquareRootOfTheSlices() {
    assertThat(mergesPerPane(new PagedFold(), 100)).isLessThan(25);
    assertThat(mergesPerPane(new PagedFold(), 1_600)).isLessThan(100);
    assertThat(mergesPerPane(new PagedFold(), 10_000)).isLessThan(250);
    assertThat(mergesPerPane(new NaiveFold(), 1_600)).isEqualTo(1_600);
  }

  private static double mergesPerPane(WindowFold fold, int window) {
    Joining function = new Joining();
    SliceStore<StringBuilder> store = SliceStore.withPagesOf((long) Math.ceil(Math.sqrt(window)));
    for (int slice = 0; slice < window; slice++) {
      store.add(slice, 0, "", function, FiringCuts.NONE);
    }
    long panes = window;
    long merges = 0;
    for (int pane = 0; pane < panes; pane++) {
      merges += fold.fold(store, pane, pane + window, LabelRange.ALL, function).merges();
      store.removeBefore(pane + 1);
      store.add(pane + window, 0, "", function, FiringCuts.NONE);
    }
    return (double) merges / panes;
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
    Slice<StringBuilder> slice = store.pages().iterator().next().slices().get(0);
    assertThat(slice.segments()).extracting(Segment::label).containsExactly(2L, 3L);
    assertThat(new NaiveFold().fold(store, 0, 1, LabelRange.after(2), function).accumulator())
        .hasToString("d");
    assertThat(new NaiveFold().fold(store, 0, 1, LabelRange.ALL, function).accumulator())
        .hasToString("a+b+c+d");
  }
}
