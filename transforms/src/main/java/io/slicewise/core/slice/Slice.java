package io.slicewise.core.slice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a key has had in one slice: its segments, oldest first, never none.
 *
 * @param <A> the type of the accumulators
 */
final class Slice<A> {
  /** The value of a hold that holds nothing. */
  static final long NO_HOLD = Long.MAX_VALUE;

  private static final long[] NO_HOLDS = {};

  private final long start;
  private final List<Segment<A>> segments = new ArrayList<>(1);
  private long[] holds = NO_HOLDS;

  Slice(long start) {
    this.start = start;
  }

  /** The first instant of the slice, in milliseconds. */
  long start() {
    return start;
  }

  List<Segment<A>> segments() {
    return segments;
  }

  Segment<A> newest() {
    return segments.get(segments.size() - 1);
  }

  /**
   * The earliest or latest timestamp that counts for panes of a window specification, or {@link
   * #NO_HOLD}.
   */
  long hold(int windowSpec) {
    return windowSpec < holds.length ? holds[windowSpec] : NO_HOLD;
  }

  void setHold(int windowSpec, long newHold) {
    if (windowSpec >= holds.length) {
      long[] longer = Arrays.copyOf(holds, windowSpec + 1);
      Arrays.fill(longer, holds.length, windowSpec, NO_HOLD);
      holds = longer;
    }
    holds[windowSpec] = newHold;
  }

  /** One more than the last specification that has a hold. */
  int holdCount() {
    return holds.length;
  }
}
