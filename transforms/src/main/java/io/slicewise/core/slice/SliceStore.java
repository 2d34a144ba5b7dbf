package io.slicewise.core.slice;

import io.slicewise.core.pane.TimestampCombiner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The slices of one key, in order of time, grouped into pages.
 *
 * <p>Every element is stored once, whatever the number of windows that will show it. A page holds
 * about as many slices as a window has pages. What folds have made of slices and pages is kept; a
 * change of a slice forgets what holds it, so that what is kept is right at any time. The slices of
 * pages that are not needed may be kept apart, see {@link #chill}.
 *
 * @param <A> the type of the accumulators
 */
public final class SliceStore<A> {
  /** The answer of {@link #firstSliceFrom} if there is none, and of {@link #hold} for no hold. */
  public static final long NONE = Slice.NO_HOLD;

  private final long pageMillis;
  private final NavigableMap<Long, Page<A>> pages = new TreeMap<>();
  private final ColdSlices<A> cold = new ColdSlices<>();
  private int sliceCount;

  /** Null until a fold needs them. */
  private PageRuns<A> runs;

  /** Null until a fold needs them. */
  private RunningFolds<A> runningFolds;

  /** Those whose {@link PageFolds#suffixes} are kept, in the order in which they were made. */
  private final Deque<Long> suffixedPages = new ArrayDeque<>(2);

  private SliceStore(long pageMillis) {
    this.pageMillis = pageMillis;
  }

  /**
   * An empty store.
   *
   * @param pageMillis how much time a page covers; about the square root of the slices of a window
   *     in a page make folds cheapest
   */
  public static <A> SliceStore<A> withPagesOf(long pageMillis) {
    return new SliceStore<>(pageMillis);
  }

  /** The number of slices that hold something. */
  public int sliceCount() {
    return sliceCount;
  }

  /** Whether nothing is stored. */
  public boolean isEmpty() {
    return sliceCount == 0;
  }

  /**
   * Adds an element. Cost: one addition to one accumulator, and the merge of segments that no
   * window tells apart any more.
   *
   * @param slice the start of the slice
   * @param label the firing sequence number of the key
   * @param value the element
   * @param function the aggregate function
   * @param cuts which windows of the slice have fired, and when
   */
  public <V> void add(
      long slice, long label, V value, AggregateFunction<V, A, ?> function, FiringCuts cuts) {
    Page<A> page = pageForUpdate(slice);
    page.noteLabel(label);
    Slice<A> target = page.sliceForUpdate(slice);
    if (target.segments().isEmpty()) {
      sliceCount++;
      target.segments().add(new Segment<>(label, Partial.of(function.create())));
    } else if (target.newest().label() != label) {
      if (cuts.isCutBetween(target.newest().label(), label)) {
        mergeUncut(target, function, cuts);
        target.segments().add(new Segment<>(label, Partial.of(function.create())));
      } else {
        target.newest().relabel(label);
      }
    }
    target.newest().partial().add(value, function);
    if (runningFolds != null) {
      runningFolds.add(slice, value, function);
    }
  }

  /**
   * Adds elements that all windows of their slice see alike.
   *
   * @param slice the start of the slice
   * @param label the firing sequence number of the key
   * @param partial the aggregate of the elements, which is the store's from now on
   * @param function the aggregate function
   */
  public void merge(
      long slice, long label, Partial<A> partial, AggregateFunction<?, A, ?> function) {
    if (runningFolds != null) {
      runningFolds.merge(slice, partial, function);
    }
    Page<A> page = pageForUpdate(slice);
    page.noteLabel(label);
    Slice<A> target = page.sliceForUpdate(slice);
    if (target.segments().isEmpty()) {
      sliceCount++;
      target.segments().add(new Segment<>(label, partial));
    } else {
      target.newest().relabel(label);
      target.newest().partial().merge(partial, function);
    }
  }

  private static <A> void mergeUncut(
      Slice<A> slice, AggregateFunction<?, A, ?> function, FiringCuts cuts) {
    for (int i = slice.segments().size() - 1; i > 0; i--) {
      Segment<A> older = slice.segments().get(i - 1);
      Segment<A> newer = slice.segments().get(i);
      if (!cuts.isCutBetween(older.label(), newer.label())) {
        Copies<A> copies = new Copies<>(function);
        copies.add(older.partial());
        copies.add(newer.partial());
        slice
            .segments()
            .set(i - 1, new Segment<>(newer.label(), Partial.of(copies.merged().accumulator())));
        slice.segments().remove(i);
      }
    }
  }

  /**
   * Lets the timestamp of an element of {@code slice} count for the timestamps of panes of a window
   * specification.
   */
  public void addHold(
      long slice, int windowSpec, long timestampMillis, TimestampCombiner combiner) {
    Slice<A> target = pageForUpdate(slice).sliceForUpdate(slice);
    target.setHold(windowSpec, combine(combiner, target.hold(windowSpec), timestampMillis));
  }

  /**
   * The earliest or latest timestamp that counts for panes of a window specification, of the slices
   * that start from {@code fromMillis} to before {@code toMillis}, or {@link #NONE}. Cost: linear
   * in the slices asked for.
   */
  public long hold(long fromMillis, long toMillis, int windowSpec, TimestampCombiner combiner) {
    long hold = NONE;
    for (Page<A> page : pagesOf(fromMillis, toMillis)) {
      // pages with holds are never cold
      for (Slice<A> slice : page.isCold() ? List.<Slice<A>>of() : page.slices()) {
        if (slice.start() >= fromMillis && slice.start() < toMillis) {
          hold = combine(combiner, hold, slice.hold(windowSpec));
        }
      }
    }
    return hold;
  }

  /** The earlier or later of two timestamps, either of which may be {@link #NONE}. */
  public static long combine(TimestampCombiner combiner, long one, long other) {
    if (one == NONE || other == NONE) {
      return Math.min(one, other);
    }
    return combiner == TimestampCombiner.LATEST ? Math.max(one, other) : Math.min(one, other);
  }

  /** The start of the first slice from {@code fromMillis} on, or {@link #NONE}. */
  public long firstSliceFrom(long fromMillis) {
    for (Page<A> page : pages.tailMap(pageOf(fromMillis), true).values()) {
      long slice = page.firstSliceFrom(fromMillis);
      if (slice != NONE) {
        return slice;
      }
    }
    return NONE;
  }

  /** Forgets the slice that starts at {@code slice}. */
  public void remove(long slice) {
    if (runningFolds != null) {
      runningFolds.forget(slice);
    }
    take(slice);
  }

  /**
   * Makes a slice part of the one that starts at {@code target}, an earlier one, which need not be
   * there yet.
   *
   * @param cuts which windows of both have fired, and when
   * @param combiners how the holds of each window specification combine
   */
  public void move(
      long slice,
      long target,
      AggregateFunction<?, A, ?> function,
      FiringCuts cuts,
      List<TimestampCombiner> combiners) {
    if (runningFolds != null) {
      runningFolds.move(slice, target);
    }
    Slice<A> moved = take(slice);
    Page<A> page = pageForUpdate(target);
    moved.segments().forEach(segment -> page.noteLabel(segment.label()));
    Slice<A> into = page.sliceForUpdate(target);
    if (into.segments().isEmpty()) {
      sliceCount++;
    }
    into.segments().addAll(moved.segments());
    into.segments().sort(Comparator.comparingLong(Segment::label));
    mergeUncut(into, function, cuts);
    for (int spec = 0; spec < moved.holdCount(); spec++) {
      long hold = combine(combiners.get(spec), into.hold(spec), moved.hold(spec));
      into.setHold(spec, hold);
    }
  }

  private Slice<A> take(long slice) {
    Page<A> page = pageForUpdate(slice);
    Slice<A> taken = page.remove(slice);
    sliceCount--;
    if (page.sliceCount() == 0) {
      pages.remove(page.ordinal());
    }
    return taken;
  }

  /**
   * Forgets all slices that start before {@code millis}. Cost: nothing for each slice, or one
   * {@link AggregateFunction#remove} if there is a running fold that holds it.
   */
  public void removeBefore(long millis, AggregateFunction<?, A, ?> function) {
    while (!pages.isEmpty()) {
      Page<A> first = pages.firstEntry().getValue();
      int count = first.positionOf(millis);
      if (count > 0) {
        if (runningFolds != null) {
          runningFolds.remove(first.slices().subList(0, count), millis, function);
        }
        forgetRunsOf(first.ordinal());
        sliceCount -= count;
      }
      if (count < first.sliceCount()) {
        first.removeFirst(count);
        return;
      }
      pages.pollFirstEntry();
    }
    // folds of nothing, which need not be kept
    runningFolds = null;
  }

  /**
   * Gives access to the slices that {@link #chill} has put apart, which any other method may need.
   *
   * @param source reads what was last put apart; asked once at most
   * @param codec for the store's accumulators
   */
  public void lend(Supplier<ColdPages> source, SlicesCodec<A> codec) {
    cold.lend(source, codec);
  }

  /**
   * Puts slices apart that have not been needed since the store was read or last chilled, if {@code
   * rule} says so, and ends the access to others.
   *
   * @return all that is to be kept apart from now on, or null if that is as before
   */
  public ColdPages chill(ChillRule rule, SlicesCodec<A> codec) {
    ColdPages kept = sliceCount < rule.fewestIdleSlices() ? null : chillIdle(rule, codec);
    cold.giveBack();
    return kept;
  }

  private ColdPages chillIdle(ChillRule rule, SlicesCodec<A> codec) {
    List<Page<A>> idle = new ArrayList<>();
    int idleSlices = 0;
    for (Page<A> page : pages.headMap(pages.lastKey(), false).values()) {
      if (page.isIdle() && !page.hasHolds()) {
        idle.add(page);
        idleSlices += page.sliceCount();
      }
      page.beginIdle();
    }
    if (idleSlices < rule.fewestIdleSlices()) {
      return null;
    }
    NavigableMap<Long, byte[]> kept = cold.stillCold(pages);
    for (Page<A> page : idle) {
      kept.put(page.ordinal(), page.chill(codec));
    }
    return new ColdPages(kept);
  }

  long pageMillis() {
    return pageMillis;
  }

  /** Where pages that are cold have their slices. */
  ColdSlices<A> cold() {
    return cold;
  }

  /** The pages that hold something, by ordinal. */
  NavigableMap<Long, Page<A>> pages() {
    return pages;
  }

  boolean hasRuns() {
    return runs != null && !(runs.before().isEmpty() && runs.after().isEmpty());
  }

  boolean hasRunningFolds() {
    return runningFolds != null && !runningFolds.folds().isEmpty();
  }

  /** The folds of whole pages, made empty if there are none. */
  PageRuns<A> runs() {
    if (runs == null) {
      runs = new PageRuns<>();
    }
    return runs;
  }

  /** The running folds, made empty if there are none. */
  RunningFolds<A> runningFolds() {
    if (runningFolds == null) {
      runningFolds = new RunningFolds<>();
    }
    return runningFolds;
  }

  /** In the order in which their suffixes were made, which may be forgotten by now. */
  Deque<Long> suffixedPages() {
    return suffixedPages;
  }

  /** Forgets the suffixes of the pages made first if there are more than {@code limit}. */
  void keepSuffixesOf(Page<A> page, int limit) {
    if (!suffixedPages.contains(page.ordinal())) {
      suffixedPages.add(page.ordinal());
      while (suffixedPages.size() > limit) {
        Page<A> oldest = pages.get(suffixedPages.remove());
        if (oldest != null) {
          oldest.folds().forgetSuffixes();
        }
      }
    }
  }

  /**
   * The pages that may hold slices that start from {@code fromMillis} to before {@code toMillis}.
   */
  Collection<Page<A>> pagesOf(long fromMillis, long toMillis) {
    return pages.subMap(pageOf(fromMillis), true, pageOf(toMillis - 1), true).values();
  }

  /** Takes in a page that was stored. */
  void restore(Page<A> page) {
    pages.put(page.ordinal(), page);
    sliceCount += page.sliceCount();
  }

  /** The page of {@code slice}, made if it is missing; folds of the whole page are forgotten. */
  private Page<A> pageForUpdate(long slice) {
    Map.Entry<Long, Page<A>> last = pages.lastEntry();
    long ordinal = pageOf(slice);
    forgetRunsOf(ordinal);
    return last != null && last.getKey() == ordinal
        ? last.getValue()
        : pages.computeIfAbsent(ordinal, this::newPage);
  }

  private Page<A> newPage(long ordinal) {
    return Page.of(ordinal, firstInstantOf(ordinal), cold, new PageFolds<>(), new ArrayList<>());
  }

  private void forgetRunsOf(long ordinal) {
    if (runs != null) {
      runs.forget(ordinal);
    }
  }

  long firstInstantOf(long ordinal) {
    return ordinal * pageMillis;
  }

  long pageOf(long slice) {
    return Math.floorDiv(slice, pageMillis);
  }
}
