package io.slicewise.core.slice;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Folds of runs of whole pages: two stacks, with their bottoms side by side at the <i>pivot</i>. A
 * window that spans the pivot is one fold from each stack, however many pages it covers.
 *
 * <pre>
 * pages     10   11   12   13 | 14   15   16
 * before                   [--|
 *                     [-------|
 *                [------------|
 * after                       |---)
 *                             |--------)
 * window         [---------------------)      = 11..13 + 14..15
 * </pre>
 *
 * <p>Windows move on, so that the pivot must, too: to the middle of the pages of the window that
 * does not span it any more. What is made of a page that changes is forgotten, which leaves the
 * folds between it and the pivot.
 *
 * @param <A> the type of the accumulators
 */
final class PageRuns<A> {
  private long pivot;

  /** By page up to the pivot: the fold from that page to the pivot's, for all pages or none. */
  private final NavigableMap<Long, Partial<A>> before = new TreeMap<>();

  /** By page after the pivot: the fold from the page after the pivot's to that page. */
  private final NavigableMap<Long, Partial<A>> after = new TreeMap<>();

  /** The last page of the first stack. */
  long pivot() {
    return pivot;
  }

  NavigableMap<Long, Partial<A>> before() {
    return before;
  }

  NavigableMap<Long, Partial<A>> after() {
    return after;
  }

  /** Starts two empty stacks at another pivot. */
  void pivotAt(long newPivot) {
    pivot = newPivot;
    before.clear();
    after.clear();
  }

  /** Whether the pages {@code first} to {@code last} lie on both sides of the pivot. */
  boolean spanPivot(long first, long last) {
    return first <= pivot && pivot < last;
  }

  /**
   * Makes the folds from the pivot to both ends of {@code pages}, which span it, as far as they are
   * not there.
   *
   * @return how many accumulators were merged for it
   */
  int reach(NavigableMap<Long, Page<A>> pages, AggregateFunction<?, A, ?> function) {
    int merges = 0;
    NavigableMap<Long, Page<A>> older = pages.headMap(pivot, true);
    if (before.isEmpty() || before.firstKey() > older.firstKey()) {
      if (!before.isEmpty()) {
        older = older.headMap(before.firstKey(), false);
      }
      for (Page<A> page : older.descendingMap().values()) {
        merges += page.foldWhole(function);
        Copies<A> copies = new Copies<>(function);
        copies.add(page.folds().prefix());
        if (!before.isEmpty()) {
          copies.add(before.firstEntry().getValue());
        }
        merges += keep(copies, before, page.ordinal());
      }
    }
    NavigableMap<Long, Page<A>> newer = pages.tailMap(pivot, false);
    if (after.isEmpty() || after.lastKey() < newer.lastKey()) {
      if (!after.isEmpty()) {
        newer = newer.tailMap(after.lastKey(), false);
      }
      for (Page<A> page : newer.values()) {
        merges += page.foldWhole(function);
        Copies<A> copies = new Copies<>(function);
        if (!after.isEmpty()) {
          copies.add(after.lastEntry().getValue());
        }
        copies.add(page.folds().prefix());
        merges += keep(copies, after, page.ordinal());
      }
    }
    return merges;
  }

  private static <A> int keep(
      Copies<A> copies, NavigableMap<Long, Partial<A>> stack, long ordinal) {
    Folded<A> folded = copies.merged();
    stack.put(ordinal, Partial.of(folded.accumulator()));
    return folded.merges();
  }

  /** Forgets the folds that hold the page {@code ordinal}, or would if it had been there. */
  void forget(long ordinal) {
    if (ordinal <= pivot) {
      if (!before.isEmpty() && before.firstKey() <= ordinal) {
        before.headMap(ordinal, true).clear();
      }
    } else if (!after.isEmpty() && after.lastKey() >= ordinal) {
      after.tailMap(ordinal, true).clear();
    }
  }
}
