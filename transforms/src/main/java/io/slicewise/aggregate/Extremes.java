package io.slicewise.aggregate;

import java.util.Comparator;
import java.util.Objects;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableComparator;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;

/**
 * The one element that is smallest, largest, first or last.
 *
 * <p>Without input the result is null, and its coder takes null. Elements must not be null.
 *
 * <p>Among equal elements the one that is folded in earliest is kept, and by the <i>last</i>
 * functions the one folded in latest. {@code SlicedWindowAggregate} folds by slice, and in a slice
 * by arrival, so for elements with the timestamps that they are windowed by, ties go by arrival;
 * {@code Combine} may merge in any order. Where that matters, use {@link
 * #min(SerializableComparator)} with a comparator that leaves no ties.
 *
 * <p>Accumulator: one byte and the element, as its own coder writes it.
 */
public final class Extremes {
  private Extremes() {}

  /**
   * The smallest element.
   *
   * @param <T> the type of the elements
   * @return a function
   */
  public static <T extends Comparable<? super T>> CombineFn<T, ?, T> min() {
    return new ExtremeFn<>("min", Comparator.<T>naturalOrder(), false);
  }

  /**
   * The smallest element by {@code comparator}.
   *
   * @param comparator the order
   * @param <T> the type of the elements
   * @return a function
   */
  public static <T> CombineFn<T, ?, T> min(SerializableComparator<? super T> comparator) {
    return new ExtremeFn<>("min", Objects.requireNonNull(comparator, "comparator"), false);
  }

  /**
   * The largest element.
   *
   * @param <T> the type of the elements
   * @return a function
   */
  public static <T extends Comparable<? super T>> CombineFn<T, ?, T> max() {
    return new ExtremeFn<>("max", Comparator.<T>reverseOrder(), false);
  }

  /**
   * The largest element by {@code comparator}.
   *
   * @param comparator the order
   * @param <T> the type of the elements
   * @return a function
   */
  public static <T> CombineFn<T, ?, T> max(SerializableComparator<? super T> comparator) {
    return new ExtremeFn<>("max", reversed(comparator), false);
  }

  /**
   * The element with the earliest timestamp; {@code Reify.timestamps} gives elements with theirs.
   *
   * @param <T> the type of the values
   * @return a function
   */
  public static <T> CombineFn<TimestampedValue<T>, ?, TimestampedValue<T>> first() {
    return firstBy(TimestampedValue::getTimestamp);
  }

  /**
   * The element with the latest timestamp; {@code Reify.timestamps} gives elements with theirs.
   *
   * @param <T> the type of the values
   * @return a function
   */
  public static <T> CombineFn<TimestampedValue<T>, ?, TimestampedValue<T>> last() {
    return lastBy(TimestampedValue::getTimestamp);
  }

  /**
   * The element with the earliest time.
   *
   * @param time reads the time of an element, never null
   * @param <T> the type of the elements
   * @return a function
   */
  public static <T> CombineFn<T, ?, T> firstBy(SerializableFunction<? super T, Instant> time) {
    return new ExtremeFn<>("first", byTime(time), false);
  }

  /**
   * The element with the latest time.
   *
   * @param time reads the time of an element, never null
   * @param <T> the type of the elements
   * @return a function
   */
  public static <T> CombineFn<T, ?, T> lastBy(SerializableFunction<? super T, Instant> time) {
    return new ExtremeFn<>("last", reversed(byTime(time)), true);
  }

  private static <T> SerializableComparator<T> byTime(
      SerializableFunction<? super T, Instant> time) {
    Objects.requireNonNull(time, "time");
    return (a, b) -> time.apply(a).compareTo(time.apply(b));
  }

  private static <T> SerializableComparator<T> reversed(
      SerializableComparator<? super T> comparator) {
    Objects.requireNonNull(comparator, "comparator");
    return (a, b) -> comparator.compare(b, a);
  }
}
