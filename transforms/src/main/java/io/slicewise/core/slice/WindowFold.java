package io.slicewise.core.slice;

/** A way to fold the slices of a window into one accumulator. All give the same result. */
public interface WindowFold {
  /**
   * Folds the slices that start from {@code fromMillis} to before {@code toMillis}, in order of
   * time. What is stored is not changed by it.
   *
   * @param store the slices of the key
   * @param fromMillis the start of the window
   * @param toMillis its end
   * @param labels which segments count
   * @param function the aggregate function
   */
  <A> Folded<A> fold(
      SliceStore<A> store,
      long fromMillis,
      long toMillis,
      LabelRange labels,
      AggregateFunction<?, A, ?> function);
}
