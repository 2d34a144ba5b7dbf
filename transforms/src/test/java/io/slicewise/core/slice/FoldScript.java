package io.slicewise.core.slice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/**
 * A random stream of elements, firings, moves of slices and removals, in which folds are held
 * against the obvious one: windows that slide with the stream, late ones, and any others. Pages
 * that were not needed for a few steps are cold.
 *
 * @param <A> the type of the accumulators
 */
final class FoldScript<A> {
  private static final int LATENESS = 30;

  /** Of each window specification. */
  private final List<Integer> sizes;

  private final Random random;
  private final AggregateFunction<Object, A, String> function;
  private final SlicesCodec<A> slicesCodec;
  private final WindowFold naive = new NaiveFold();
  private SliceStore<A> store = SliceStore.withPagesOf(7);
  private ColdPages cold = ColdPages.NONE;
  private long now;
  private long firings;
  private int value;

  FoldScript(long seed, AggregateFunction<Object, A, String> function, List<Integer> sizes) {
    this.random = new Random(seed);
    this.function = function;
    this.slicesCodec = new SlicesCodec<>(function);
    this.sizes = sizes;
    store.lend(() -> cold, slicesCodec);
  }

  /**
   * Runs it.
   *
   * @param folds for each window specification, folds to take turns
   */
  void run(int steps, List<List<WindowFold>> folds) throws IOException {
    for (int step = 0; step < steps; step++) {
      if (random.nextInt(3) == 0) {
        chill();
      }
      switch (random.nextInt(16)) {
        case 0, 1, 2, 3 -> slide(folds);
        case 4 -> fireLate(folds);
        case 5 -> fire(folds, random.nextInt(sizes.size()), now + random.nextInt(-60, 20));
        case 6 -> store = restored();
        case 7 -> moveSomeSlice();
        case 8 -> removeSomeSlice();
        case 9, 10 -> add(now - random.nextInt(LATENESS));
        default -> add(now + random.nextInt(3));
      }
    }
  }

  private void slide(List<List<WindowFold>> folds) {
    now++;
    for (int spec = 0; spec < sizes.size(); spec++) {
      fire(folds, spec, now);
    }
    int longest = sizes.stream().mapToInt(size -> size).max().orElseThrow();
    store.removeBefore(now + 1 - longest - LATENESS, function);
  }

  /** A late element, and all windows that it comes too late for, in order. */
  private void fireLate(List<List<WindowFold>> folds) {
    long slice = now - 1 - random.nextInt(LATENESS);
    add(slice);
    for (long end = slice + 1; end <= now; end++) {
      fire(folds, random.nextInt(sizes.size()), end);
    }
  }

  private void fire(List<List<WindowFold>> folds, int spec, long end) {
    LabelRange labels =
        switch (random.nextInt(4)) {
          case 0 -> LabelRange.after(firings - 1 - random.nextInt(3));
          case 1 -> LabelRange.upTo(firings - 1 - random.nextInt(3));
          default -> LabelRange.ALL;
        };
    List<WindowFold> ofSpec = folds.get(spec);
    WindowFold fold = ofSpec.get(random.nextInt(ofSpec.size()));
    long start = end - sizes.get(spec);
    // first, as the other would read all cold pages for it
    A actual = fold.fold(store, start, end, labels, function).accumulator();
    A expected = naive.fold(store, start, end, labels, function).accumulator();
    // extracting destroys what a fold may not have kept
    assertThat(function.extract(actual)).isEqualTo(function.extract(expected));
    firings++;
  }

  private void add(long slice) {
    if (random.nextInt(4) == 0) {
      Partial<A> partial = Partial.of(function.create());
      partial.add("m" + value++ % 50, function);
      store.merge(slice, firings, partial, function);
      return;
    }
    boolean cut = random.nextInt(4) > 0;
    store.add(slice, firings, "v" + value++ % 50, function, (older, newer) -> cut);
  }

  /** Makes one slice part of one before it. */
  private void moveSomeSlice() {
    long slice = store.firstSliceFrom(now - random.nextInt(100));
    if (slice != SliceStore.NONE) {
      long target = slice - random.nextInt(1, 10);
      store.move(slice, target, function, (older, newer) -> random.nextBoolean(), List.of());
    }
  }

  private void removeSomeSlice() {
    long slice = store.firstSliceFrom(now - random.nextInt(100));
    if (slice != SliceStore.NONE) {
      store.remove(slice);
    }
  }

  private void chill() {
    ColdPages pages = store.chill(new ChillRule(1, 1), slicesCodec);
    cold = pages == null ? cold : pages;
    store.lend(() -> cold, slicesCodec);
  }

  private SliceStore<A> restored() throws IOException {
    SliceStoreCodec<A> codec = new SliceStoreCodec<>(function);
    byte[] bytes = bytes(codec, store);
    SliceStore<A> restored = codec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    assertThat(bytes(codec, restored)).isEqualTo(bytes);
    restored.lend(() -> cold, slicesCodec);
    return restored;
  }

  private static <A> byte[] bytes(SliceStoreCodec<A> codec, SliceStore<A> store)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.write(store, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /** Removes everything, and looks whether it is gone. */
  void end() {
    store.removeBefore(now, function);
    assertThat(store.firstSliceFrom(Long.MIN_VALUE)).isGreaterThanOrEqualTo(now);
    store.removeBefore(Long.MAX_VALUE, function);
    assertThat(store.isEmpty()).isTrue();
    assertThat(store.pages()).isEmpty();
    assertThat(store.hasRuns()).isFalse();
    assertThat(store.hasRunningFolds()).isFalse();
  }
}
