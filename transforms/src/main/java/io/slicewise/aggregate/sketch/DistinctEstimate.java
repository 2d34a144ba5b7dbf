package io.slicewise.aggregate.sketch;

import java.io.Serializable;
import org.apache.beam.sdk.coders.Coder;

/**
 * About how many different values there are: the result of {@link ApproximateDistinct}.
 *
 * @param value the estimate, 0 without input
 * @param lowerBound what the number is not below, in more than 95 of 100 cases
 * @param upperBound what the number is not above, in more than 95 of 100 cases
 */
public record DistinctEstimate(double value, double lowerBound, double upperBound)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * The coder of estimates, 24 bytes. It is deterministic.
   *
   * @return a coder
   */
  public static Coder<DistinctEstimate> coder() {
    return DistinctEstimateCoder.of();
  }
}
