package io.slicewise.beam;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Instant;

/**
 * One partial aggregate for each key and slice of some elements. A single element stays as it is.
 *
 * <p>A hash table of its own, as one of Java's would need an object for each look-up. Keys are
 * equal if their coder says so, which goes for arrays, too.
 */
final class PartialBuffer<K, V, A> {
  /**
   * How many elements the buffer takes for each partial it may hold: accumulators may grow with
   * their elements, and a bundle may be a whole file.
   */
  static final int ELEMENTS_PER_PARTIAL = 100;

  private static final int SMALLEST_TABLE = 16;

  /** How many places for each entry are too many to be cleared for each bundle. */
  private static final int SHRINK_AT = 16;

  private final Coder<K> keyCoder;
  private final boolean keysHaveEquals;
  private final CombineFnAggregate<V, A, ?> function;
  private final int maxPartials;
  private final List<Entry<K, V, A>> entries = new ArrayList<>();
  private long elements;

  /** Where entries are, by hash: their index plus 1, or 0 for none. At most half full. */
  private int[] table = new int[SMALLEST_TABLE];

  /**
   * An empty buffer.
   *
   * @param maxPartials how many partials it may hold, one or more
   */
  PartialBuffer(Coder<K> keyCoder, CombineFnAggregate<V, A, ?> function, int maxPartials) {
    this.keyCoder = keyCoder;
    this.keysHaveEquals = keyCoder.consistentWithEquals();
    this.function = function;
    this.maxPartials = maxPartials;
  }

  /** Adds an element of the slice that starts at {@code slice}. */
  void add(K key, long slice, V value, long timestampMillis) {
    elements++;
    Object identity = keysHaveEquals ? key : keyCoder.structuralValue(key);
    int hash = hashOf(identity, slice);
    int position = hash & (table.length - 1);
    while (table[position] != 0) {
      Entry<K, V, A> entry = entries.get(table[position] - 1);
      if (entry.isOf(identity, slice, hash)) {
        entry.add(value, timestampMillis, function);
        return;
      }
      position = (position + 1) & (table.length - 1);
    }
    entries.add(new Entry<>(key, identity, slice, hash, value, timestampMillis));
    table[position] = entries.size();
    if (2 * entries.size() > table.length) {
      enlarge();
    }
  }

  private static int hashOf(Object identity, long slice) {
    int hash = 31 * Objects.hashCode(identity) + Long.hashCode(slice);
    // slices differ in few bits
    hash *= 0x9E3779B9;
    return hash ^ (hash >>> 16);
  }

  private void enlarge() {
    table = new int[2 * table.length];
    for (int i = 0; i < entries.size(); i++) {
      int position = entries.get(i).hash & (table.length - 1);
      while (table[position] != 0) {
        position = (position + 1) & (table.length - 1);
      }
      table[position] = i + 1;
    }
  }

  /** Whether it should be emptied before it takes more. */
  boolean isFull() {
    return entries.size() >= maxPartials || elements >= (long) ELEMENTS_PER_PARTIAL * maxPartials;
  }

  /** How many elements it holds. */
  long elements() {
    return elements;
  }

  /** How many partials it holds. */
  int partials() {
    return entries.size();
  }

  /**
   * Gives away what it holds, in order of the first element of each, with the earliest timestamp of
   * the elements, and is empty then.
   */
  void flush(BiConsumer<KV<K, RawOrPartial<V>>, Instant> output) {
    for (int i = 0; i < entries.size(); i++) {
      Entry<K, V, A> entry = entries.get(i);
      output.accept(
          KV.of(entry.key, entry.content(function)), Instant.ofEpochMilli(entry.earliestMillis));
    }
    clear();
  }

  /** Forgets what it holds. A table that one bundle has made large shrinks with the next. */
  void clear() {
    if (entries.isEmpty()) {
      return;
    }
    if (SHRINK_AT * entries.size() < table.length) {
      table = new int[SMALLEST_TABLE];
    } else {
      Arrays.fill(table, 0);
    }
    entries.clear();
    elements = 0;
  }

  private static final class Entry<K, V, A> {
    private final K key;
    private final Object identity;
    private final long slice;
    private final int hash;
    private V first;
    private A accumulator;
    private long count = 1;
    private long earliestMillis;

    private Entry(K key, Object identity, long slice, int hash, V first, long timestampMillis) {
      this.key = key;
      this.identity = identity;
      this.slice = slice;
      this.hash = hash;
      this.first = first;
      this.earliestMillis = timestampMillis;
    }

    private boolean isOf(Object otherIdentity, long otherSlice, int otherHash) {
      return hash == otherHash && slice == otherSlice && Objects.equals(identity, otherIdentity);
    }

    private void add(V value, long timestampMillis, CombineFnAggregate<V, A, ?> function) {
      if (count == 1) {
        accumulator = function.add(function.create(), first);
        first = null;
      }
      accumulator = function.add(accumulator, value);
      count++;
      earliestMillis = Math.min(earliestMillis, timestampMillis);
    }

    private RawOrPartial<V> content(CombineFnAggregate<V, A, ?> function) {
      return count == 1
          ? new RawOrPartial.Raw<>(first)
          : new RawOrPartial.Partial<>(function.encode(accumulator), count);
    }
  }
}
