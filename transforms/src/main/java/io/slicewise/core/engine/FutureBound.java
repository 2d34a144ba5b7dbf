package io.slicewise.core.engine;

import io.slicewise.core.window.TimeBounds;
import java.io.Serializable;

/**
 * How far ahead of the watermark the timestamp of an element may be, and what becomes of one that
 * is further. As long as no watermark is known, all are accepted.
 *
 * @param aheadMillis from 0 on; {@link #NONE} has no bound
 * @param diverts whether an element that is further ahead is left out; else it is taken as if its
 *     timestamp were at the bound
 */
public record FutureBound(long aheadMillis, boolean diverts) implements Serializable {
  /** Every timestamp is accepted. */
  public static final FutureBound NONE = new FutureBound(Long.MAX_VALUE, false);

  /** Checks the bound. */
  public FutureBound {
    if (aheadMillis < 0) {
      throw new IllegalArgumentException(
          "future bound: must be zero or more but was " + aheadMillis + " ms.");
    }
  }

  /** The latest timestamp that is accepted at a watermark. */
  long latestAt(long watermarkMillis) {
    long latest = watermarkMillis + aheadMillis;
    boolean overflow = latest < watermarkMillis;
    return watermarkMillis == TimeBounds.MIN_TIMESTAMP || overflow ? Long.MAX_VALUE : latest;
  }
}
