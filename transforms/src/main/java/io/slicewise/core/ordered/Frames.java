package io.slicewise.core.ordered;

import java.util.List;

/**
 * What is made of elements in order.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
interface Frames<V, A, R> {

  /** Where results go. */
  @FunctionalInterface
  interface Results<R> {
    /**
     * Emits a result.
     *
     * @param merges how many accumulators were merged to make it
     */
    void emit(R value, long timestampMillis, int merges);
  }

  /** Takes all elements of one timestamp, in order of arrival; never none. */
  void take(OrderedState<V, A> state, long timestampMillis, List<V> peers, Results<R> results);

  /** Forgets what no element from {@code earliestMillis} on needs. */
  void forget(OrderedState<V, A> state, long earliestMillis);

  /** The timestamp of the last element that may need what was taken; only if there is some. */
  long neededUntil(OrderedState<V, A> state);

  /** Gives what is left when no element is to come. */
  void end(OrderedState<V, A> state, Results<R> results);
}
