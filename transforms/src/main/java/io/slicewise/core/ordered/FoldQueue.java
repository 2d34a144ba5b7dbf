package io.slicewise.core.ordered;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.Folded;
import io.slicewise.core.slice.Partial;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A queue of partial aggregates whose fold is always at hand: two stacks. Of the older part, each
 * entry holds the fold of itself and what follows in that part; of the newer part, the fold is kept
 * beside its entries. When the older part is used up, the newer one takes its place.
 *
 * <pre>
 * entries   a      b    c  |  d    e
 * older    abc    bc    c  |            fold = abc + de
 * newer                    |  d    e    and de
 * </pre>
 *
 * <p>Cost: two merges for a fold, and over the life of an entry one more. No inverse is needed, nor
 * that the function is commutative.
 *
 * @param <A> the type of the accumulators
 */
final class FoldQueue<A> {

  /**
   * A partial aggregate.
   *
   * @param key what its owner knows it by, never falling
   */
  record Entry<A>(long key, Partial<A> partial) {}

  private final Deque<Entry<A>> older = new ArrayDeque<>();
  private final List<Entry<A>> newer = new ArrayList<>();

  /** The fold of the newer part, null if that is empty. */
  private Partial<A> newerFold;

  boolean isEmpty() {
    return older.isEmpty() && newer.isEmpty();
  }

  int size() {
    return older.size() + newer.size();
  }

  Deque<Entry<A>> older() {
    return older;
  }

  List<Entry<A>> newer() {
    return newer;
  }

  Partial<A> newerFold() {
    return newerFold;
  }

  void restoreNewerFold(Partial<A> fold) {
    this.newerFold = fold;
  }

  /** The key of the newest entry; there must be one. */
  long lastKey() {
    return newer.isEmpty() ? older.getLast().key() : newer.get(newer.size() - 1).key();
  }

  /** Starts an entry, to which {@link #add} adds. */
  void begin(long key, AggregateFunction<?, A, ?> function) {
    newer.add(new Entry<>(key, Partial.of(function.create())));
    if (newerFold == null) {
      newerFold = Partial.of(function.create());
    }
  }

  /** Adds to the entry that was begun last, since when none has been removed. */
  <V> void add(V value, AggregateFunction<V, A, ?> function) {
    newer.get(newer.size() - 1).partial().add(value, function);
    newerFold.add(value, function);
  }

  /** Folds all entries, in order; what is stored is not changed by it. */
  Folded<A> fold(AggregateFunction<?, A, ?> function) {
    List<A> copies = new ArrayList<>(2);
    if (!older.isEmpty()) {
      copies.add(older.getFirst().partial().copy(function));
    }
    if (newerFold != null) {
      copies.add(newerFold.copy(function));
    }
    return switch (copies.size()) {
      case 0 -> new Folded<>(function.create(), 0);
      case 1 -> new Folded<>(copies.get(0), 1);
      default -> new Folded<>(function.merge(copies), 2);
    };
  }

  /** Removes the entries whose keys are less than {@code key}. */
  void removeBefore(long key, AggregateFunction<?, A, ?> function) {
    while (!older.isEmpty() && older.getFirst().key() < key) {
      older.removeFirst();
    }
    if (older.isEmpty()) {
      int count = 0;
      while (count < newer.size() && newer.get(count).key() < key) {
        count++;
      }
      removeFirst(count, function);
    }
  }

  /** Removes the oldest {@code count} entries. */
  void removeFirst(int count, AggregateFunction<?, A, ?> function) {
    int fromNewer = Math.max(0, count - older.size());
    for (int i = count - fromNewer; i > 0; i--) {
      older.removeFirst();
    }
    if (fromNewer > 0) {
      newer.subList(0, fromNewer).clear();
      moveNewerToOlder(function);
    }
  }

  private void moveNewerToOlder(AggregateFunction<?, A, ?> function) {
    Partial<A> following = null;
    for (int i = newer.size() - 1; i >= 0; i--) {
      Entry<A> entry = newer.get(i);
      if (following == null) {
        following = entry.partial();
      } else {
        List<A> copies = new ArrayList<>(2);
        copies.add(entry.partial().copy(function));
        copies.add(following.copy(function));
        following = Partial.of(function.merge(copies));
      }
      older.addFirst(new Entry<>(entry.key(), following));
    }
    newer.clear();
    newerFold = null;
  }

  void clear() {
    older.clear();
    newer.clear();
    newerFold = null;
  }
}
