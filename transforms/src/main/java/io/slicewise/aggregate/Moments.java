package io.slicewise.aggregate;

import java.io.Serializable;
import org.apache.beam.sdk.coders.Coder;

/**
 * How many numbers there were, where they lie and how far they spread: the result of {@link
 * Statistics#moments()}.
 *
 * @param count how many numbers there were
 * @param mean their arithmetic mean; NaN if there were none
 * @param squaredDeviations the sum of their squared distances from the mean; NaN if there were none
 *     or one of them was infinite or NaN
 */
public record Moments(long count, double mean, double squaredDeviations) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The moments of no numbers. */
  static final Moments EMPTY = new Moments(0, Double.NaN, Double.NaN);

  /**
   * The variance of the numbers themselves: the mean squared distance from their mean.
   *
   * @return the variance, 0 for one number; NaN if there were none or one was infinite or NaN
   */
  public double populationVariance() {
    return squaredDeviations / count;
  }

  /**
   * The estimate of the variance of what the numbers are a sample of: {@code squaredDeviations /
   * (count - 1)}.
   *
   * @return the variance; NaN if there were fewer than two or one was infinite or NaN
   */
  public double sampleVariance() {
    return squaredDeviations / (count - 1);
  }

  /**
   * The square root of {@link #populationVariance}.
   *
   * @return the standard deviation, in the unit of the numbers
   */
  public double populationStandardDeviation() {
    return Math.sqrt(populationVariance());
  }

  /**
   * The square root of {@link #sampleVariance}.
   *
   * @return the standard deviation, in the unit of the numbers
   */
  public double sampleStandardDeviation() {
    return Math.sqrt(sampleVariance());
  }

  /**
   * The coder of moments: the count as 1 to 10 bytes and 16 bytes more. It is deterministic.
   *
   * @return a coder
   */
  public static Coder<Moments> coder() {
    return MomentsCoder.of();
  }
}
