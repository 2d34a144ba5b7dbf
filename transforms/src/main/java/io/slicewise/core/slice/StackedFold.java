package io.slicewise.core.slice;

/**
 * Merges what is kept of the folds of slices within a page and of pages: for any function, in order
 * of time.
 *
 * <pre>
 * pages    |. . s s s s|-----|-----|-----|-----|-----|s s . .|
 * window         [-------------------------------------------)
 *                suffix \__ before __/\____ after ___/ prefix
 * </pre>
 *
 * <p>Cost for a window of many slices: about 8 accumulators merged per pane, some of them for what
 * is kept: when a window's start enters a page, a fold from each of its slices to the page's end;
 * at its end, one that grows from the page's start; and {@link PageRuns} between. A late element
 * costs the folds of its page, at most about {@code sqrt(n)} merges, and those from there to the
 * pivot of the runs or from it. Kept are two accumulators for each page and one for each slice of a
 * few pages.
 */
public final class StackedFold implements WindowFold {
  private final int suffixedPages;

  /**
   * A fold for a store.
   *
   * @param suffixedPages in how many pages folds from single slices to the page's end are kept: one
   *     for each kind of windows whose starts move through the store, and one for late elements
   */
  public StackedFold(int suffixedPages) {
    this.suffixedPages = suffixedPages;
  }

  @Override
  public <A> Folded<A> fold(
      SliceStore<A> store,
      long fromMillis,
      long toMillis,
      LabelRange labels,
      AggregateFunction<?, A, ?> function) {
    return new StackedFolding<>(store, suffixedPages, labels, function).fold(fromMillis, toMillis);
  }
}
