package io.slicewise.core.slice;

/**
 * Merges every slice of the window: the obvious fold, against which the others are tested. Cost:
 * one merge per slice.
 */
public final class NaiveFold implements WindowFold {
  @Override
  public <A> Folded<A> fold(
      SliceStore<A> store,
      long fromMillis,
      long toMillis,
      LabelRange labels,
      AggregateFunction<?, A, ?> function) {
    Copies<A> copies = new Copies<>(function);
    copies.addSlices(store, fromMillis, toMillis, labels);
    return copies.merged();
  }
}
