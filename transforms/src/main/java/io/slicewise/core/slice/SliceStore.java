package io.slicewise.core.slice;

import io.slicewise.core.pane.TimestampCombiner;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The slices of one key, in order of time, grouped into pages.
 *
 * <p>Every element is stored once, whatever the number of windows that will show it. A page holds
 * about as many slices as a window has pages, so that a {@link PagedFold} touches about {@code 2
 * sqrt(n)} accumulators for a window of {@code n} slices.
 *
 * @param <A> the type of the accumulators
 */
public final class SliceStore<A> {
  /** The answer of {@link #firstSliceFrom} if there is none, and of {@link #hold} for no hold. */
  public static final long NONE = Slice.NO_HOLD;

  private final long pageLength;
  private final NavigableMap<Long, Page<A>> pages = new TreeMap<>();
  private int sliceCount;

  private SliceStore(long pageLength) {
    this.pageLength = pageLength;
  }

  /**
   * An empty store for windows of {@code slicesPerWindow} slices. The length of its pages is about
   * the square root of that, which makes folds cheapest.
   */
  public static <A> SliceStore<A> forWindowsOf(long slicesPerWindow) {
    return new SliceStore<>((long) Math.ceil(Math.sqrt((double) slicesPerWindow)));
  }

  static <A> SliceStore<A> withPageLength(long pageLength) {
    return new SliceStore<>(pageLength);
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
   * @param slice the ordinal of the slice
   * @param label the firing sequence number of the key
   * @param value the element
   * @param function the aggregate function
   * @param cuts which windows of the slice have fired, and when
   */
  public <V> void add(
      long slice, long label, V value, AggregateFunction<V, A, ?> function, FiringCuts cuts) {
    Slice<A> target = sliceForUpdate(slice);
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

  /** Lets the timestamp of an element of {@code slice} count for the timestamps of panes. */
  public void addHold(long slice, long timestampMillis, TimestampCombiner combiner) {
    Slice<A> target = sliceForUpdate(slice);
    target.setHold(combine(combiner, target.hold(), timestampMillis));
  }

  /**
   * The earliest or latest timestamp that counts for panes of the slices from {@code fromSlice} to
   * before {@code toSlice}, or {@link #NONE}. Cost: linear in the slices asked for.
   */
  public long hold(long fromSlice, long toSlice, TimestampCombiner combiner) {
    long hold = NONE;
    for (Page<A> page : pagesOf(fromSlice, toSlice)) {
      for (Slice<A> slice : page.slices()) {
        if (slice.ordinal() >= fromSlice && slice.ordinal() < toSlice && slice.hold() != NONE) {
          hold = combine(combiner, hold, slice.hold());
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

  /**
   * The ordinal of the first slice from {@code slice} on that holds something, or {@link #NONE}.
   */
  public long firstSliceFrom(long slice) {
    for (Page<A> page : pages.tailMap(pageOf(slice), true).values()) {
      int position = page.positionOf(slice);
      if (position < page.slices().size()) {
        return page.slices().get(position).ordinal();
      }
    }
    return NONE;
  }

  /** Forgets all slices before {@code slice}. */
  public void removeBefore(long slice) {
    while (!pages.isEmpty()) {
      Page<A> first = pages.firstEntry().getValue();
      sliceCount -= first.removeBefore(slice);
      if (!first.slices().isEmpty()) {
        return;
      }
      pages.pollFirstEntry();
    }
  }

  long pageLength() {
    return pageLength;
  }

  /** The pages that hold something, in order of time. */
  Collection<Page<A>> pages() {
    return pages.values();
  }

  /**
   * The pages that hold something of the slices from {@code fromSlice} to before {@code toSlice}.
   */
  Collection<Page<A>> pagesOf(long fromSlice, long toSlice) {
    return pages.subMap(pageOf(fromSlice), true, pageOf(toSlice - 1), true).values();
  }

  /** Takes in a page that was stored. */
  void restore(Page<A> page) {
    pages.put(page.ordinal(), page);
    sliceCount += page.slices().size();
  }

  private Slice<A> sliceForUpdate(long slice) {
    Map.Entry<Long, Page<A>> last = pages.lastEntry();
    long ordinal = pageOf(slice);
    Page<A> page =
        last != null && last.getKey() == ordinal
            ? last.getValue()
            : pages.computeIfAbsent(ordinal, Page::new);
    return page.sliceForUpdate(slice);
  }

  private long pageOf(long slice) {
    return Math.floorDiv(slice, pageLength);
  }
}
