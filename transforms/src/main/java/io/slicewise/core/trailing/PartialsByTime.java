package io.slicewise.core.trailing;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import java.util.ArrayList;
import java.util.List;

/**
 * The partial aggregates of one key, one for each distinct timestamp, in order of time. Pages grow
 * to about the square root of the number of timestamps, so that a fold touches about {@code 2
 * sqrt(n)} of {@code n} accumulators, plus once each those of a page that has changed.
 *
 * @param <A> the type of the accumulators
 */
final class PartialsByTime<A> {
  /** No timestamp: later than all. */
  static final long NONE = Long.MAX_VALUE;

  private static final int SMALLEST_LIMIT = 8;

  private final List<TimePage<A>> pages = new ArrayList<>();
  private int size;

  /** The number of timestamps. */
  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** In order of time, none of them empty. */
  List<TimePage<A>> pages() {
    return pages;
  }

  /** Takes in a page that was stored, later than all others. */
  void restore(TimePage<A> page) {
    pages.add(page);
    size += page.size();
  }

  /** The latest timestamp; there must be one. */
  long last() {
    return pages.get(pages.size() - 1).last();
  }

  /** The first timestamp at or after {@code timestampMillis}, or {@link #NONE}. */
  long firstFrom(long timestampMillis) {
    int page = pageOf(timestampMillis);
    if (page < pages.size()) {
      List<TimedPartial<A>> entries = pages.get(page).entries();
      return entries.get(pages.get(page).positionOf(timestampMillis)).timestampMillis();
    }
    return NONE;
  }

  /** Adds an element to the partial of its timestamp. */
  <V> void add(long timestampMillis, V value, AggregateFunction<V, A, ?> function) {
    int limit = Math.max(SMALLEST_LIMIT, 2 * (int) Math.ceil(Math.sqrt(size)));
    int position = pageOf(timestampMillis);
    if (position == pages.size()) {
      boolean appends = position > 0 && pages.get(position - 1).size() < limit / 2;
      if (appends) {
        position--;
      } else {
        // a full page is left whole, as elements mostly come in order
        pages.add(new TimePage<>());
      }
    }
    TimePage<A> page = pages.get(position);
    if (page.add(timestampMillis, value, function)) {
      size++;
      if (page.size() > limit) {
        pages.add(position + 1, page.splitOff());
      }
    }
  }

  /** Forgets all timestamps before {@code timestampMillis}. */
  void removeBefore(long timestampMillis) {
    int whole = pageOf(timestampMillis);
    for (TimePage<A> page : pages.subList(0, whole)) {
      size -= page.size();
    }
    pages.subList(0, whole).clear();
    if (!pages.isEmpty()) {
      size -= pages.get(0).removeBefore(timestampMillis);
    }
  }

  /**
   * Folds the partials from {@code firstMillis} to {@code lastMillis}, both included, in order of
   * time. What is stored is not changed by it.
   */
  Folded<A> fold(long firstMillis, long lastMillis, AggregateFunction<?, A, ?> function) {
    List<A> copies = new ArrayList<>();
    int pageMerges = 0;
    for (int i = pageOf(firstMillis); i < pages.size(); i++) {
      TimePage<A> page = pages.get(i);
      if (page.first() > lastMillis) {
        break;
      }
      if (firstMillis <= page.first() && page.last() <= lastMillis && page.size() > 1) {
        if (page.aggregate() == null) {
          pageMerges += page.foldAll(function);
        }
        copies.add(page.aggregate().copy(function));
      } else {
        for (TimedPartial<A> entry : page.entries()) {
          if (firstMillis <= entry.timestampMillis() && entry.timestampMillis() <= lastMillis) {
            copies.add(entry.partial().copy(function));
          }
        }
      }
    }
    int merges = copies.size() + pageMerges;
    return switch (copies.size()) {
      case 0 -> new Folded<>(function.create(), 0);
      case 1 -> new Folded<>(copies.get(0), merges);
      default -> new Folded<>(function.merge(copies), merges);
    };
  }

  /** The position of the first page that ends at or after {@code timestampMillis}. */
  private int pageOf(long timestampMillis) {
    int low = 0;
    int high = pages.size();
    if (high == 0 || last() < timestampMillis) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pages.get(middle).last() < timestampMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
