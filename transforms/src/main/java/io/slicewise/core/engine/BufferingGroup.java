package io.slicewise.core.engine;

/**
 * A group of windows that can take most elements into a {@link HotState}, without what else is
 * stored.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <S> the type of the state
 * @param <O> the type of the aggregates
 */
public interface BufferingGroup<V, A, S extends GroupState, O> extends WindowGroup<V, S, O> {
  /**
   * Takes an element if all that it does is to be stored until something is due; nothing is due by
   * the watermark.
   */
  HotOutcome buffer(HotState<A> hot, V value, long timestampMillis, long watermarkMillis);

  /** How many windows hold {@code timestampMillis}, expired or not. */
  long windowsOf(long timestampMillis);

  /** Makes the slices of {@code hot} part of {@code state}, as if they had always been. */
  void takeIn(HotState<A> hot, S state);
}
