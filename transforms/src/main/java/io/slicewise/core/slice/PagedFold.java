package io.slicewise.core.slice;

/**
 * Merges whole pages where the window covers them, and single slices at its ends. The fold of a
 * page is computed when it is first needed, kept with the page, shared by all windows that cover
 * it, and forgotten when an element enters the page.
 *
 * <p>Cost for a window of {@code n} slices: about {@code 2 sqrt(n)} merges, and over the life of a
 * slice one merge into its page unless late elements come.
 */
public final class PagedFold implements WindowFold {
  @Override
  public <A> Folded<A> fold(
      SliceStore<A> store,
      long fromMillis,
      long toMillis,
      LabelRange labels,
      AggregateFunction<?, A, ?> function) {
    Copies<A> copies = new Copies<>(function);
    int pageMerges = 0;
    for (Page<A> page : store.pagesOf(fromMillis, toMillis)) {
      long firstOfPage = page.ordinal() * store.pageMillis();
      boolean covered = fromMillis <= firstOfPage && firstOfPage + store.pageMillis() <= toMillis;
      if (covered && page.slices().size() > 1 && isWithin(page, labels)) {
        if (page.aggregate() == null) {
          pageMerges += aggregate(page, function);
        }
        copies.add(page.aggregate());
      } else {
        addSlices(copies, page, fromMillis, toMillis, labels);
      }
    }
    Folded<A> folded = copies.merged();
    return new Folded<>(folded.accumulator(), folded.merges() + pageMerges);
  }

  private static <A> int aggregate(Page<A> page, AggregateFunction<?, A, ?> function) {
    Copies<A> copies = new Copies<>(function);
    for (Slice<A> slice : page.slices()) {
      copies.addSegments(slice, LabelRange.ALL);
    }
    Folded<A> folded = copies.merged();
    page.setAggregate(Partial.of(folded.accumulator()));
    return folded.merges();
  }

  /** Whether every segment of the page counts. */
  private static boolean isWithin(Page<?> page, LabelRange labels) {
    if (labels.equals(LabelRange.ALL)) {
      return true;
    }
    for (Slice<?> slice : page.slices()) {
      if (!labels.contains(slice.segments().get(0).label())
          || !labels.contains(slice.newest().label())) {
        return false;
      }
    }
    return true;
  }

  private static <A> void addSlices(
      Copies<A> copies, Page<A> page, long fromMillis, long toMillis, LabelRange labels) {
    for (Slice<A> slice : page.slices()) {
      if (slice.start() >= fromMillis && slice.start() < toMillis) {
        copies.addSegments(slice, labels);
      }
    }
  }
}
