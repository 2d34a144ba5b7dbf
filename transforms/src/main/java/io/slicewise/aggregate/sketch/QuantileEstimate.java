package io.slicewise.aggregate.sketch;

import java.io.Serializable;
import org.apache.beam.sdk.coders.Coder;

/**
 * About which value a share of the values does not exceed: a result of {@link Quantiles}.
 *
 * @param rank the share that was asked for, 0 to 1
 * @param value the quantile, always one of the values; for the ranks 0 and 1 exactly the smallest
 *     and the largest
 * @param lowerBound what the quantile is not below, in more than 98 of 100 cases
 * @param upperBound what the quantile is not above, in more than 98 of 100 cases
 */
public record QuantileEstimate(double rank, double value, double lowerBound, double upperBound)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * The coder of estimates, 32 bytes. It is deterministic.
   *
   * @return a coder
   */
  public static Coder<QuantileEstimate> coder() {
    return QuantileEstimateCoder.of();
  }
}
