package io.slicewise.pipelines.tally;

import java.math.BigDecimal;

/**
 * What is known of the values of one field. Sums are exact, so the order of the values does not
 * matter.
 *
 * @param count how many there are, at least one
 * @param sum their sum
 * @param min the least
 * @param max the greatest
 */
public record NumberTally(long count, BigDecimal sum, BigDecimal min, BigDecimal max) {
  /** Of one value; equal values have one form, so that it does not matter which of them is kept. */
  static NumberTally of(BigDecimal number) {
    BigDecimal value = number.stripTrailingZeros();
    return new NumberTally(1, value, value, value);
  }

  NumberTally plus(NumberTally other) {
    return new NumberTally(
        count + other.count, sum.add(other.sum), min.min(other.min), max.max(other.max));
  }

  /** The exact sum as a double, divided by the number of values. */
  public double mean() {
    return sum.doubleValue() / count;
  }
}
