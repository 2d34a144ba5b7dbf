package io.slicewise.aggregate;

import java.util.Set;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/**
 * The distinct values, exactly.
 *
 * <p>Values are the same if they are {@code equals}; arrays are not. Accumulator: all distinct
 * values, each as its own coder writes it, and 1 to 5 bytes. A merge costs a look at each of them.
 * For the number of many values, {@code io.slicewise.aggregate.sketch.ApproximateDistinct} keeps a
 * few kilobytes.
 */
public final class DistinctValues {
  private DistinctValues() {}

  /**
   * The set of the values. Without input: the empty set. The sets are immutable, and their coder is
   * deterministic if that of the values is.
   *
   * @param <T> the type of the values
   * @return a function
   */
  public static <T> CombineFn<T, ?, Set<T>> set() {
    return new DistinctFn<>();
  }

  /**
   * How many different values there are. Without input: 0.
   *
   * @param <T> the type of the values
   * @return a function
   */
  public static <T> CombineFn<T, ?, Long> count() {
    return Aggregations.mappedResult(
        values -> (long) values.size(), VarLongCoder.of(), new DistinctFn<T>());
  }
}
