package io.slicewise.aggregate.sketch;

import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.datasketches.kll.KllSketch;

/**
 * Quantiles of numbers, such as the median and the 99th percentile, by the KLL sketch of Apache
 * DataSketches.
 *
 * <p>The quantile of rank {@code r} is the smallest value that a share {@code r} of the values does
 * not exceed. What is given for {@code r} has, in 99 of 100 cases, a rank within the rank error of
 * {@code r}: 1.33 % for {@code k} = 200, about in inverse proportion to {@code k}. Up to {@code k}
 * numbers all are kept and the result is exact, if they were not merged from more.
 *
 * <p>Numbers are taken as doubles; NaN does not count. Accumulator: up to 5.3 kB for {@code k} =
 * 200 and ten million numbers, about in proportion to {@code k}, and less while numbers are few. A
 * merge costs about {@code 3 k} steps.
 *
 * <p>Which numbers a sketch keeps is drawn at random, from a source that cannot be seeded. Results
 * of the same numbers differ a little, so a retraction may take back another estimate than was
 * given.
 *
 * <p>After Karnin, Lang and Liberty, "Optimal quantile approximation in streams" (2016).
 */
public final class Quantiles {
  /** The {@code k} of {@link #of(double...)}: 1.33 % rank error in 5 kB. */
  public static final int DEFAULT_K = 200;

  private static final int MIN_K = 8;

  private final int k;

  private Quantiles(int k) {
    this.k = k;
  }

  /**
   * The quantiles of {@code ranks}, in their order, with a rank error of 1.33 %. Without input: the
   * empty list.
   *
   * @param ranks from 0, the smallest number, over 0.5, the median, to 1, the largest
   * @param <N> the type of the numbers
   * @return a function
   * @throws IllegalArgumentException if there is no rank, or one out of range
   */
  public static <N extends Number> CombineFn<N, ?, List<QuantileEstimate>> of(double... ranks) {
    return withK(DEFAULT_K).ranks(ranks);
  }

  /**
   * Quantiles with another accuracy.
   *
   * @param k 8 to 65535; twice the {@code k} is about half the error, in twice the bytes
   * @return quantiles whose {@link #ranks} must follow
   * @throws IllegalArgumentException if {@code k} is out of range
   */
  public static Quantiles withK(int k) {
    if (k < MIN_K || k > KllSketch.MAX_K) {
      throw new IllegalArgumentException(
          "Quantiles.withK: k must be from 8 to 65535 but was "
              + k
              + ". 200 is a rank error of 1.33 %; KllSketch.getKFromEpsilon has others.");
    }
    return new Quantiles(k);
  }

  /**
   * The quantiles of {@code ranks}, in their order. Without input: the empty list.
   *
   * @param ranks from 0, the smallest number, over 0.5, the median, to 1, the largest
   * @param <N> the type of the numbers
   * @return a function
   * @throws IllegalArgumentException if there is no rank, or one out of range
   */
  public <N extends Number> CombineFn<N, ?, List<QuantileEstimate>> ranks(double... ranks) {
    Objects.requireNonNull(ranks, "ranks");
    if (ranks.length == 0) {
      throw new IllegalArgumentException(
          "Quantiles: there must be a rank but there was none. Give 0.5 for the median.");
    }
    for (double rank : ranks) {
      if (!(rank >= 0 && rank <= 1)) {
        throw new IllegalArgumentException(
            "Quantiles: a rank must be from 0 to 1 but was "
                + rank
                + ". Give 0.99 for the 99th percentile.");
      }
    }
    return new KllFn<>(k, ranks.clone());
  }
}
