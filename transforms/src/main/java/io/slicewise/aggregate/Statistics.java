package io.slicewise.aggregate;

import java.util.Objects;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableFunction;

/**
 * Count, mean, variance, standard deviation, weighted mean and sum of numbers, taken as doubles.
 *
 * <p>Everything is carried with 106 bits and rounded once, at the end. So the order of elements,
 * slices and merges does not show in a result, except in its last digit at times, or where numbers
 * cancel to less than 1e-15 of what they were. Numbers beyond 2<sup>53</sup> are rounded when they
 * come in, as doubles are.
 *
 * <p>NaN makes every result NaN. An infinity makes the sum and the mean infinite, infinities of
 * both signs make them NaN, and either makes the variance NaN. That holds for finite numbers up to
 * 4e307; beyond, the differences that the moments are made of may overflow. A variance beyond
 * 1.8e308 is infinite.
 */
public final class Statistics {
  private Statistics() {}

  /**
   * Count, mean and variance in one. Without input: a count of 0, and NaN for the others.
   *
   * <p>Accumulator: 33 to 42 bytes, 1 if empty. The relative error of mean and variance is below
   * 2.3e-16, measured, also where numbers are close together and far from zero, such as 1e9 and
   * some hundredths.
   *
   * <p>After Welford (1962), merged after Chan, Golub and LeVeque (1979).
   *
   * @param <N> the type of the numbers
   * @return a function
   */
  public static <N extends Number> CombineFn<N, ?, Moments> moments() {
    return new MomentsFn<>();
  }

  /**
   * The arithmetic mean, as {@link #moments()}. Without input: NaN.
   *
   * @param <N> the type of the numbers
   * @return a function
   */
  public static <N extends Number> CombineFn<N, ?, Double> mean() {
    return ofMoments(Moments::mean);
  }

  /**
   * The {@linkplain Moments#populationVariance population variance}, as {@link #moments()}. Without
   * input: NaN.
   *
   * @param <N> the type of the numbers
   * @return a function
   */
  public static <N extends Number> CombineFn<N, ?, Double> populationVariance() {
    return ofMoments(Moments::populationVariance);
  }

  /**
   * The {@linkplain Moments#sampleVariance sample variance}, as {@link #moments()}. With fewer than
   * two numbers: NaN.
   *
   * @param <N> the type of the numbers
   * @return a function
   */
  public static <N extends Number> CombineFn<N, ?, Double> sampleVariance() {
    return ofMoments(Moments::sampleVariance);
  }

  /**
   * The {@linkplain Moments#populationStandardDeviation population standard deviation}, as {@link
   * #moments()}. Without input: NaN.
   *
   * @param <N> the type of the numbers
   * @return a function
   */
  public static <N extends Number> CombineFn<N, ?, Double> populationStandardDeviation() {
    return ofMoments(Moments::populationStandardDeviation);
  }

  /**
   * The {@linkplain Moments#sampleStandardDeviation sample standard deviation}, as {@link
   * #moments()}. With fewer than two numbers: NaN.
   *
   * @param <N> the type of the numbers
   * @return a function
   */
  public static <N extends Number> CombineFn<N, ?, Double> sampleStandardDeviation() {
    return ofMoments(Moments::sampleStandardDeviation);
  }

  /**
   * The compensated sum of numbers as doubles; for integers, Beam's {@code Sum} is exact. Without
   * input: 0.
   *
   * <p>Accumulator: 16 bytes. The error is that of the last rounding, unless numbers cancel to less
   * than 1e-15 of what they were.
   *
   * @param <N> the type of the numbers
   * @return a function
   */
  public static <N extends Number> CombineFn<N, ?, Double> sum() {
    return new SumFn<>();
  }

  /**
   * The mean of values that count by their weights: {@code sum(weight * value) / sum(weight)}.
   * Without input, or if all weights are 0: NaN. A value of weight 0 does not count, even NaN. A
   * weight that is negative, infinite or NaN fails the element: leave such elements out with {@link
   * Aggregations#filtered}.
   *
   * <p>Accumulator: 32 bytes. Products are kept to 106 bits, unless they are too small for a
   * double, and sums are compensated.
   *
   * @param value reads the value of an element
   * @param weight reads its weight, 0 or more
   * @param <T> the type of the elements
   * @return a function
   */
  public static <T> CombineFn<T, ?, Double> weightedMean(
      SerializableFunction<? super T, Double> value,
      SerializableFunction<? super T, Double> weight) {
    return new WeightedMeanFn<>(
        Objects.requireNonNull(value, "value"), Objects.requireNonNull(weight, "weight"));
  }

  private static <N extends Number> CombineFn<N, ?, Double> ofMoments(
      SerializableFunction<Moments, Double> result) {
    return Aggregations.mappedResult(result, DoubleCoder.of(), new MomentsFn<N>());
  }
}
