package io.slicewise.bench.engine;

import java.util.Locale;

/** What a window is aggregated to. */
public enum Accumulator {
  /** The sum of the values. */
  SUM,
  /** The mean of the values. */
  MEAN,
  /** About how many different values there are, by a HyperLogLog sketch. */
  HLL,
  /** The ten most frequent values. */
  TOP10;

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
