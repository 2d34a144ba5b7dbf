package io.slicewise.beam;

import io.slicewise.core.slice.Partial;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What a shard of a key holds: a partial aggregate for each slice that is not over. A slice is
 * named by its last instant, when it leaves.
 *
 * @param <A> the type of the accumulators
 */
final class ShardSlices<A> {
  /** The slices, in order of time. */
  private final NavigableMap<Long, Counted<A>> slices = new TreeMap<>();

  /** A partial aggregate and how many elements it holds. */
  static final class Counted<A> {
    private final Partial<A> partial;
    private long count;

    Counted(Partial<A> partial, long count) {
      this.partial = partial;
      this.count = count;
    }

    Partial<A> partial() {
      return partial;
    }

    long count() {
      return count;
    }
  }

  /** Adds what is in the slice whose last instant is {@code lastInstant}. */
  <V> void add(long lastInstant, RawOrPartial<V> value, RawOrPartialAggregate<V, A, ?> function) {
    Counted<A> slice = slices.get(lastInstant);
    if (slice == null) {
      slice = new Counted<>(Partial.of(function.create()), 0);
      slices.put(lastInstant, slice);
    }
    slice.partial.add(value, function);
    slice.count += value.count();
  }

  /** Puts back a slice that was stored. */
  void restore(long lastInstant, Counted<A> slice) {
    slices.put(lastInstant, slice);
  }

  /** Whether there is no slice. */
  boolean isEmpty() {
    return slices.isEmpty();
  }

  /** The last instant of the first slice. */
  long firstEnd() {
    return slices.firstKey();
  }

  /** The slices, in order of time. */
  Iterable<Map.Entry<Long, Counted<A>>> inOrder() {
    return slices.entrySet();
  }

  /** How many slices there are. */
  int size() {
    return slices.size();
  }

  /** Takes the first slice away. */
  Map.Entry<Long, Counted<A>> takeFirst() {
    return slices.pollFirstEntry();
  }
}
