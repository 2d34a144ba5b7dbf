package io.slicewise.core.slice;

/** A way to fold the slices of a window into one accumulator. All give the same result. */
public interface WindowFold {
  /**
   * Folds the slices from {@code fromSlice} to before {@code toSlice}, in order of time. What is
   * stored is not changed by it.
   *
   * @param store the slices of the key
   * @param fromSlice the first slice of the window
   * @param toSlice the slice after its last
   * @param labels which segments count
   * @param function the aggregate function
   */
  <A> Folded<A> fold(
      SliceStore<A> store,
      long fromSlice,
      long toSlice,
      LabelRange labels,
      AggregateFunction<?, A, ?> function);
}
