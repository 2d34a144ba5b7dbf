package io.slicewise.core.slice;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The running fold of each window specification that has one. They follow every change of what is
 * stored; under a function without an inverse they are forgotten instead.
 *
 * @param <A> the type of the accumulators
 */
final class RunningFolds<A> {
  private final SortedMap<Integer, RunningFold<A>> folds = new TreeMap<>();

  /** By the position of the specification. */
  SortedMap<Integer, RunningFold<A>> folds() {
    return folds;
  }

  /** Takes note of an element. */
  <V> void add(long slice, V value, AggregateFunction<V, A, ?> function) {
    if (!function.isInvertible()) {
      folds.clear();
    }
    for (RunningFold<A> fold : folds.values()) {
      if (fold.holds(slice)) {
        fold.partial().add(value, function);
      }
    }
  }

  /** Takes note of elements of a slice. */
  void merge(long slice, Partial<A> partial, AggregateFunction<?, A, ?> function) {
    if (!function.isInvertible()) {
      folds.clear();
    }
    for (RunningFold<A> fold : folds.values()) {
      if (fold.holds(slice)) {
        fold.partial().merge(partial, function);
      }
    }
  }

  /** Takes note of the slices of a page that go, all of which start before {@code millis}. */
  void remove(List<Slice<A>> slices, long millis, AggregateFunction<?, A, ?> function) {
    if (!function.isInvertible()) {
      folds.clear();
    }
    folds.values().removeIf(fold -> fold.to() <= millis);
    for (RunningFold<A> fold : folds.values()) {
      fold.remove(slices.stream().filter(slice -> fold.holds(slice.start())).toList(), function);
    }
  }

  /** Takes note of a slice that goes. */
  void forget(long slice) {
    folds.values().removeIf(fold -> fold.holds(slice));
  }

  /** Takes note of a slice that becomes part of another. */
  void move(long slice, long target) {
    folds.values().removeIf(fold -> fold.holds(slice) != fold.holds(target));
  }
}
