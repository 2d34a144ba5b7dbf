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
    for (Page<A> page : store.pagesOf(fromMillis, toMillis)) {
      for (Slice<A> slice : page.slices()) {
        if (slice.start() >= fromMillis && slice.start() < toMillis) {
          copies.addSegments(slice, labels);
        }
      }
    }
    return copies.merged();
  }
}
