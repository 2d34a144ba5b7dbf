package io.slicewise.core.trigger;

import java.util.Arrays;

/**
 * What a {@link TriggerMachine} keeps for one window: which triggers of the tree have finished, and
 * one number for each that counts or waits.
 */
public final class TriggerState {
  /** The value of a slot that holds nothing. */
  public static final long EMPTY = Long.MIN_VALUE;

  /** Bit {@code i} is set if the trigger with preorder index {@code i} has finished. */
  private long finished;

  private final long[] slots;

  /**
   * A state as it was stored.
   *
   * @param finishedBits the bits of {@link #finishedBits}
   * @param slots the values of {@link #slot}; kept, not copied
   */
  public TriggerState(long finishedBits, long[] slots) {
    this.finished = finishedBits;
    this.slots = slots;
  }

  static TriggerState initial(int slotCount) {
    long[] slots = new long[slotCount];
    Arrays.fill(slots, EMPTY);
    return new TriggerState(0, slots);
  }

  TriggerState copy() {
    return new TriggerState(finished, slots.clone());
  }

  /** The finished triggers as bits, by preorder index. */
  public long finishedBits() {
    return finished;
  }

  /** The number of slots. */
  public int slotCount() {
    return slots.length;
  }

  /** The value of a slot, or {@link #EMPTY}. */
  public long slot(int slot) {
    return slots[slot];
  }

  void setSlot(int slot, long value) {
    slots[slot] = value;
  }

  boolean isFinished(int index) {
    return (finished >>> index & 1) != 0;
  }

  void setFinished(int index, boolean value) {
    finished = value ? finished | 1L << index : finished & ~(1L << index);
  }

  void setUnfinished(int fromIndex, int toIndex) {
    for (int index = fromIndex; index < toIndex; index++) {
      setFinished(index, false);
    }
  }
}
