package io.slicewise.core.slice;

/**
 * Takes the slices that left a window out of the fold of the window before and merges those that
 * came. For functions with an {@linkplain AggregateFunction#remove inverse}.
 *
 * <pre>
 * window before    [--------------------------)
 * window              [--------------------------)
 *                  out|                       |in
 * </pre>
 *
 * <p>Cost: one accumulator merged or removed for each slice that came or went, however many slices
 * the window has. A late element costs one more addition. One accumulator for each window
 * specification is kept.
 */
public final class InverseFold implements WindowFold {
  private final int windowSpec;

  /**
   * A fold for the windows of one specification.
   *
   * @param windowSpec its position among those that share the store
   */
  public InverseFold(int windowSpec) {
    this.windowSpec = windowSpec;
  }

  @Override
  public <A> Folded<A> fold(
      SliceStore<A> store,
      long fromMillis,
      long toMillis,
      LabelRange labels,
      AggregateFunction<?, A, ?> function) {
    if (labels.equals(LabelRange.ALL)) {
      return foldAll(store, fromMillis, toMillis, function);
    }
    Copies<A> copies = new Copies<>(function);
    if (labels.after() != LabelRange.BEFORE_ALL) {
      // what came after a firing is little
      copies.addSlices(store, fromMillis, toMillis, labels);
      return copies.merged();
    }
    copies.addSlices(store, fromMillis, toMillis, LabelRange.after(labels.upTo()));
    Folded<A> all = foldAll(store, fromMillis, toMillis, function);
    Folded<A> left = copies.removedFrom(all.accumulator());
    return new Folded<>(left.accumulator(), all.merges() + left.merges());
  }

  private <A> Folded<A> foldAll(
      SliceStore<A> store, long from, long to, AggregateFunction<?, A, ?> function) {
    RunningFold<A> running = store.runningFolds().folds().get(windowSpec);
    int merges;
    if (running != null && isNearer(running, from, to)) {
      merges = running.moveTo(from, to, store, function);
    } else {
      Copies<A> copies = new Copies<>(function);
      copies.addSlices(store, from, to, LabelRange.ALL);
      Folded<A> folded = copies.merged();
      merges = folded.merges();
      running = new RunningFold<>(from, to, Partial.of(folded.accumulator()));
      store.runningFolds().folds().put(windowSpec, running);
    }
    return new Folded<>(running.partial().copy(function), merges + 1);
  }

  /** Whether less time comes and goes than the window is long. */
  private static boolean isNearer(RunningFold<?> running, long from, long to) {
    return Math.abs(from - running.from()) + Math.abs(to - running.to()) < to - from;
  }
}
