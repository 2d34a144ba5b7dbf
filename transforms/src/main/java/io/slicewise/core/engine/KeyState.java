package io.slicewise.core.engine;

import io.slicewise.core.window.TimeBounds;
import java.util.List;

/**
 * All that is stored of one key. A {@link KeyEngine} changes it in place; a {@link KeyStateCodec}
 * turns it into bytes and back. Not safe for use by several threads at once, except that encoding
 * changes nothing.
 */
public final class KeyState {
  private final List<GroupState> groups;

  /** The highest watermark seen; everything that was due by it has been done. */
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  KeyState(List<GroupState> groups) {
    this.groups = groups;
  }

  /** Whether nothing is stored of the key any more, so that its state can be removed. */
  public boolean isEmpty() {
    for (int i = 0; i < groups.size(); i++) {
      if (!groups.get(i).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The number of partial aggregates that are stored. */
  public int liveSlices() {
    int count = 0;
    for (int i = 0; i < groups.size(); i++) {
      count += groups.get(i).liveSlices();
    }
    return count;
  }

  /** What each window group keeps, in the order of the groups. */
  public List<GroupState> groups() {
    return groups;
  }

  long watermark() {
    return watermark;
  }

  void setWatermark(long watermarkMillis) {
    this.watermark = watermarkMillis;
  }
}
