package io.slicewise.bench.engine;

import java.util.Locale;

/** What is computed. */
public enum Query {
  /** The values of each key and window, aggregated. */
  AGGREGATE,
  /**
   * Like query 5 of Nexmark: how many bids (events) each auction (key) has in each window, and then
   * the auction with the most; of several, the one with the smallest number.
   */
  HOT_ITEMS;

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
