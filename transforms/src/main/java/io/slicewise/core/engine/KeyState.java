package io.slicewise.core.engine;

import io.slicewise.core.window.TimeBounds;

/**
 * All that is stored of one key. A {@link KeyEngine} changes it in place; a {@link KeyStateCodec}
 * turns it into bytes and back. Not safe for use by several threads at once, except that encoding
 * changes nothing.
 */
public final class KeyState {
  private final GroupState[] groups;

  /** Which windowing it is of. */
  private StateOrigin origin;

  /** The highest watermark seen; everything that was due by it has been done. */
  private long watermark = TimeBounds.MIN_TIMESTAMP;

  /** Whether the timers that are set may be those of the windows before an update. */
  private boolean hasOldTimers;

  KeyState(GroupState[] groups, StateOrigin origin) {
    this.groups = groups;
    this.origin = origin;
  }

  /** Whether nothing is stored of the key any more, so that its state can be removed. */
  public boolean isEmpty() {
    for (GroupState group : groups) {
      if (!group.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The number of partial aggregates that are stored. */
  public int liveSlices() {
    int count = 0;
    for (GroupState group : groups) {
      count += group.liveSlices();
    }
    return count;
  }

  /** What the window group at {@code position} keeps. */
  public GroupState group(int position) {
    return groups[position];
  }

  StateOrigin origin() {
    return origin;
  }

  /** Makes it a state of another windowing, whose timers are to be set. */
  void setOrigin(StateOrigin newOrigin) {
    this.origin = newOrigin;
    this.hasOldTimers = true;
  }

  /** Whether timers must be set, as those that are may be old; once. */
  boolean takeHasOldTimers() {
    boolean old = hasOldTimers;
    hasOldTimers = false;
    return old;
  }

  long watermark() {
    return watermark;
  }

  void setWatermark(long watermarkMillis) {
    this.watermark = watermarkMillis;
  }
}
