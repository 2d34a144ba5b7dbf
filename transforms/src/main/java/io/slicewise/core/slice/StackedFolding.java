package io.slicewise.core.slice;

import java.util.List;
import java.util.NavigableMap;

/** One fold of a window by {@link StackedFold}. */
final class StackedFolding<A> {
  /** For fewer pages, the folds of each are as cheap as those of runs. */
  private static final int SHORTEST_RUN = 4;

  private final SliceStore<A> store;
  private final int suffixedPages;
  private final LabelRange labels;
  private final AggregateFunction<?, A, ?> function;
  private final Copies<A> copies;

  /** How many accumulators were merged for folds that are kept. */
  private int merges;

  StackedFolding(
      SliceStore<A> store,
      int suffixedPages,
      LabelRange labels,
      AggregateFunction<?, A, ?> function) {
    this.store = store;
    this.suffixedPages = suffixedPages;
    this.labels = labels;
    this.function = function;
    this.copies = new Copies<>(function);
  }

  Folded<A> fold(long fromMillis, long toMillis) {
    if (!store.isEmpty()) {
      long newest = store.pages().lastKey();
      long first = store.pageOf(fromMillis);
      long last = Math.min(store.pageOf(toMillis - 1), newest);
      boolean startsWithin = fromMillis > first * store.pageMillis();
      // elements still come to the newest page, so that it is not one of a run
      boolean endsWithin = last == newest || toMillis < (last + 1) * store.pageMillis();
      if (first == last && startsWithin && endsWithin) {
        addSlices(store.pages().get(first), fromMillis, toMillis);
      } else if (first <= last) {
        addPages(first, startsWithin, last, endsWithin, fromMillis, toMillis);
      }
    }
    Folded<A> folded = copies.merged();
    return new Folded<>(folded.accumulator(), folded.merges() + merges);
  }

  private void addPages(
      long first, boolean startsWithin, long last, boolean endsWithin, long from, long to) {
    if (startsWithin) {
      addEnd(store.pages().get(first), from);
    }
    long firstWhole = startsWithin ? first + 1 : first;
    long lastWhole = endsWithin ? last - 1 : last;
    if (firstWhole <= lastWhole) {
      addWhole(store.pages().subMap(firstWhole, true, lastWhole, true));
    }
    if (endsWithin) {
      addStart(store.pages().get(last), to);
    }
  }

  /** Adds the slices of the window's first page, which it covers from {@code fromMillis} on. */
  private void addEnd(Page<A> page, long fromMillis) {
    if (page == null) {
      return;
    }
    int length = page.sliceCount() - page.positionOf(fromMillis);
    List<Slice<A>> slices = page.slices(fromMillis, Long.MAX_VALUE);
    if (length > 1 && count(slices)) {
      merges += page.folds().reachFromEnd(page.slices(), length, function);
      store.keepSuffixesOf(page, suffixedPages);
      copies.add(page.folds().suffixes().get(length - 1));
    } else {
      addSlices(slices);
    }
  }

  /** Adds the slices of the window's last page, which it covers up to {@code toMillis}. */
  private void addStart(Page<A> page, long toMillis) {
    if (page == null) {
      return;
    }
    List<Slice<A>> slices = page.slices(Long.MIN_VALUE, toMillis);
    // elements still come to the newest slice, so that it is left out of what is kept
    boolean toNewest =
        slices.size() == page.sliceCount() && page.ordinal() == store.pages().lastKey();
    int length = toNewest ? slices.size() - 1 : slices.size();
    if (length > 1 && count(slices.subList(0, length))) {
      merges += page.folds().reachFromStart(page.slices(), length, function);
      copies.add(page.folds().prefix());
      addSlices(slices.subList(length, slices.size()));
    } else {
      addSlices(slices);
    }
  }

  /** Adds pages that the window covers, as runs of those in which all segments count. */
  private void addWhole(NavigableMap<Long, Page<A>> pages) {
    if (labels.equals(LabelRange.ALL)) {
      addRun(pages, true);
      return;
    }
    Long runStart = null;
    for (Page<A> page : pages.values()) {
      if (page.isWithin(labels)) {
        runStart = runStart == null ? Long.valueOf(page.ordinal()) : runStart;
        continue;
      }
      if (runStart != null) {
        addRun(pages.subMap(runStart, true, page.ordinal(), false), false);
        runStart = null;
      }
      if (!page.isOutside(labels)) {
        addSlices(page.slices());
      }
    }
    if (runStart != null) {
      addRun(pages.tailMap(runStart, true), false);
    }
  }

  private void addRun(NavigableMap<Long, Page<A>> pages, boolean mayPivot) {
    if (pages.isEmpty()) {
      return;
    }
    long first = pages.firstKey();
    long last = pages.lastKey();
    if (last - first >= SHORTEST_RUN - 1) {
      PageRuns<A> runs = store.runs();
      if (mayPivot && !runs.spanPivot(first, last)) {
        runs.pivotAt(Math.floorDiv(first + last, 2));
      }
      if (runs.spanPivot(first, last)) {
        merges += runs.reach(pages, function);
        copies.add(runs.before().get(first));
        copies.add(runs.after().get(last));
        return;
      }
    }
    for (Page<A> page : pages.values()) {
      merges += page.foldWhole(function);
      copies.add(page.folds().prefix());
    }
  }

  /** Whether every segment of {@code slices} counts. */
  private boolean count(List<Slice<A>> slices) {
    if (labels.equals(LabelRange.ALL)) {
      return true;
    }
    for (Slice<A> slice : slices) {
      if (!labels.contains(slice.segments().get(0).label())
          || !labels.contains(slice.newest().label())) {
        return false;
      }
    }
    return true;
  }

  private void addSlices(Page<A> page, long fromMillis, long toMillis) {
    if (page != null) {
      addSlices(page.slices(fromMillis, toMillis));
    }
  }

  private void addSlices(List<Slice<A>> slices) {
    for (Slice<A> slice : slices) {
      copies.addSegments(slice, labels);
    }
  }
}
