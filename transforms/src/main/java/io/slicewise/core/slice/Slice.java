package io.slicewise.core.slice;

import java.util.ArrayList;
import java.util.List;

/**
 * What a key has had in one slice: its segments, oldest first, never none.
 *
 * @param <A> the type of the accumulators
 */
final class Slice<A> {
  /** The value of a hold that holds nothing. */
  static final long NO_HOLD = Long.MAX_VALUE;

  private final long ordinal;
  private final List<Segment<A>> segments = new ArrayList<>(1);
  private long hold = NO_HOLD;

  Slice(long ordinal) {
    this.ordinal = ordinal;
  }

  long ordinal() {
    return ordinal;
  }

  List<Segment<A>> segments() {
    return segments;
  }

  Segment<A> newest() {
    return segments.get(segments.size() - 1);
  }

  /** The earliest or latest timestamp that counts for panes, or {@link #NO_HOLD}. */
  long hold() {
    return hold;
  }

  void setHold(long newHold) {
    this.hold = newHold;
  }
}
