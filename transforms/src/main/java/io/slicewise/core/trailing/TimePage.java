package io.slicewise.core.trailing;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Partial;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of neighbouring timestamps, with their fold kept once it has been computed.
 *
 * @param <A> the type of the accumulators
 */
final class TimePage<A> {
  private final List<TimedPartial<A>> entries = new ArrayList<>();

  /** The fold of all entries, or null if it is not known. */
  private Partial<A> aggregate;

  int size() {
    return entries.size();
  }

  /** In order of time, never none outside {@link PartialsByTime}. */
  List<TimedPartial<A>> entries() {
    return entries;
  }

  long first() {
    return entries.get(0).timestampMillis();
  }

  long last() {
    return entries.get(entries.size() - 1).timestampMillis();
  }

  Partial<A> aggregate() {
    return aggregate;
  }

  void setAggregate(Partial<A> newAggregate) {
    this.aggregate = newAggregate;
  }

  /** Computes the fold of all entries; returns how many accumulators that merged. */
  int foldAll(AggregateFunction<?, A, ?> function) {
    List<A> copies = new ArrayList<>(entries.size());
    for (TimedPartial<A> entry : entries) {
      copies.add(entry.partial().copy(function));
    }
    aggregate = Partial.of(function.merge(copies));
    return copies.size();
  }

  /** The number of entries before {@code timestampMillis}. */
  int positionOf(long timestampMillis) {
    int low = 0;
    int high = entries.size();
    if (high > 0 && last() < timestampMillis) {
      return high;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).timestampMillis() < timestampMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Adds an element; the fold is forgotten.
   *
   * @return whether it is the first of its timestamp
   */
  <V> boolean add(long timestampMillis, V value, AggregateFunction<V, A, ?> function) {
    aggregate = null;
    int position = positionOf(timestampMillis);
    boolean isNew =
        position == entries.size() || entries.get(position).timestampMillis() != timestampMillis;
    if (isNew) {
      entries.add(position, new TimedPartial<>(timestampMillis, Partial.of(function.create())));
    }
    entries.get(position).partial().add(value, function);
    return isNew;
  }

  /** Moves the later half of the entries to a page of its own, which is returned. */
  TimePage<A> splitOff() {
    List<TimedPartial<A>> later = entries.subList(entries.size() / 2, entries.size());
    TimePage<A> page = new TimePage<>();
    page.entries.addAll(later);
    later.clear();
    aggregate = null;
    return page;
  }

  /** Removes the entries before {@code timestampMillis}; returns how many there were. */
  int removeBefore(long timestampMillis) {
    int count = positionOf(timestampMillis);
    if (count > 0) {
      entries.subList(0, count).clear();
      aggregate = null;
    }
    return count;
  }
}
