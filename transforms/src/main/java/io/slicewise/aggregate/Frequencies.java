package io.slicewise.aggregate;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableComparator;
import org.apache.beam.sdk.values.KV;

/**
 * The most frequent values and how often each came, exactly. The largest values are Beam's {@code
 * Top}.
 *
 * <p>Values are the same if they are {@code equals}; arrays are not. Accumulator: all distinct
 * values with their counts, not only the most frequent ones, each as its own coder writes it and 1
 * to 10 bytes. A merge costs a look at each of them, a result sorts them.
 */
public final class Frequencies {
  private Frequencies() {}

  /**
   * The {@code limit} most frequent values, the most frequent first; those that are equally
   * frequent in their natural order. Without input: the empty list.
   *
   * @param limit how many values to give at most, 1 or more
   * @param <T> the type of the values
   * @return a function
   * @throws IllegalArgumentException if {@code limit} is less than 1
   */
  public static <T extends Comparable<? super T>> CombineFn<T, ?, List<KV<T, Long>>> mostFrequent(
      int limit) {
    return new MostFrequentFn<T>(positive(limit), Comparator.naturalOrder());
  }

  /**
   * As {@link #mostFrequent(int)}, with values that are equally frequent in the order of {@code
   * tieBreaker}.
   *
   * @param limit how many values to give at most, 1 or more
   * @param tieBreaker an order in which no two different values are equal
   * @param <T> the type of the values
   * @return a function
   * @throws IllegalArgumentException if {@code limit} is less than 1
   */
  public static <T> CombineFn<T, ?, List<KV<T, Long>>> mostFrequent(
      int limit, SerializableComparator<? super T> tieBreaker) {
    return new MostFrequentFn<T>(positive(limit), Objects.requireNonNull(tieBreaker, "tieBreaker"));
  }

  private static int positive(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "Frequencies.mostFrequent: the limit must be 1 value or more but was "
              + limit
              + ". For the number of different values, use DistinctValues.count.");
    }
    return limit;
  }
}
