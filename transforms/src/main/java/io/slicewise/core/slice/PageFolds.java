package io.slicewise.core.slice;

import java.util.ArrayList;
import java.util.List;

/**
 * What is kept of the folds of a page's slices: one from its start, which grows, and one from each
 * of its last slices to its end. All segments count in them.
 *
 * <pre>
 * slices      0    1    2    3    4    5    6    7
 * prefix      [---- 3 slices ---)
 * suffixes                           [-- 3 slices --)
 *                                         [- 2 -----)
 *                                              [- 1 )
 * </pre>
 *
 * @param <A> the type of the accumulators
 */
final class PageFolds<A> {
  /** Null if and only if {@link #prefixLength} is 0. */
  private Partial<A> prefix;

  private int prefixLength;

  /** That of the last slice first, as slices go at the start of a page. */
  private final List<Partial<A>> suffixes = new ArrayList<>(0);

  /** The fold of the first {@link #prefixLength} slices, or null. */
  Partial<A> prefix() {
    return prefix;
  }

  int prefixLength() {
    return prefixLength;
  }

  /** The folds of the last slice, the last two, and so on. */
  List<Partial<A>> suffixes() {
    return suffixes;
  }

  /** Takes in a fold that was stored. */
  void restorePrefix(Partial<A> newPrefix, int length) {
    prefix = newPrefix;
    prefixLength = length;
  }

  /**
   * Makes {@link #prefix} the fold of the first slices: of what is there already and the slices
   * that came, or anew if that is more than is asked for.
   *
   * @param length how many slices
   * @return how many accumulators were merged for it
   */
  int reachFromStart(List<Slice<A>> slices, int length, AggregateFunction<?, A, ?> function) {
    if (prefixLength == length) {
      return 0;
    }
    Copies<A> copies = new Copies<>(function);
    int from = 0;
    if (prefix != null && prefixLength < length) {
      copies.add(prefix);
      from = prefixLength;
    }
    for (Slice<A> slice : slices.subList(from, length)) {
      copies.addSegments(slice, LabelRange.ALL);
    }
    Folded<A> folded = copies.merged();
    prefix = Partial.of(folded.accumulator());
    prefixLength = length;
    return folded.merges();
  }

  /**
   * Makes the folds up to the page's end, from that of its last slice to that of its last {@code
   * length} slices, as far as they are not there.
   *
   * @return how many accumulators were merged for it
   */
  int reachFromEnd(List<Slice<A>> slices, int length, AggregateFunction<?, A, ?> function) {
    int merges = 0;
    while (suffixes.size() < length) {
      int known = suffixes.size();
      Copies<A> copies = new Copies<>(function);
      copies.addSegments(slices.get(slices.size() - 1 - known), LabelRange.ALL);
      if (known > 0) {
        copies.add(suffixes.get(known - 1));
      }
      Folded<A> folded = copies.merged();
      suffixes.add(Partial.of(folded.accumulator()));
      merges += folded.merges();
    }
    return merges;
  }

  /**
   * Forgets the folds that hold a slice.
   *
   * @param position its place in the page
   * @param sliceCount how many slices there are now
   */
  void forget(int position, int sliceCount) {
    if (position < prefixLength) {
      forgetPrefix();
    }
    keepSuffixes(Math.max(0, sliceCount - 1 - position));
  }

  /** Forgets the folds of slices that are gone from the start of the page. */
  void forgetFirst(int slicesLeft) {
    forgetPrefix();
    keepSuffixes(slicesLeft);
  }

  void forgetSuffixes() {
    suffixes.clear();
  }

  private void forgetPrefix() {
    prefix = null;
    prefixLength = 0;
  }

  private void keepSuffixes(int count) {
    if (suffixes.size() > count) {
      suffixes.subList(count, suffixes.size()).clear();
    }
  }
}
