package io.slicewise.core.firing;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.trigger.TriggerState;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The bytes of a {@link FiringRecord}. */
public final class FiringRecordCodec {
  private static final int HAS_PANE = 1;
  private static final int HAS_NEW_ELEMENTS = 2;
  private static final int WAITS_FOR_END = 4;
  private static final int HAS_HOLD = 8;
  private static final int EARLY = 0;
  private static final int ON_TIME = 1;
  private static final int LATE = 2;

  private FiringRecordCodec() {}

  /**
   * Writes {@code record} without changing it.
   *
   * @param nearMillis a time near its hold
   */
  public static void write(FiringRecord record, long nearMillis, DataOutput out)
      throws IOException {
    PaneHistory pane = record.lastPane();
    int flags =
        (pane != null ? HAS_PANE : 0)
            | (record.hasNewElements() ? HAS_NEW_ELEMENTS : 0)
            | (record.waitsForEnd() ? WAITS_FOR_END : 0)
            | (record.hold() != FiringRecord.NO_HOLD ? HAS_HOLD : 0);
    out.writeByte(flags);
    if (pane != null) {
      out.writeByte(codeOf(pane.timing()));
      VarLongs.write(pane.index(), out);
      VarLongs.write(pane.nonSpeculativeIndex(), out);
    }
    if (record.hold() != FiringRecord.NO_HOLD) {
      VarLongs.write(record.hold() - nearMillis, out);
    }
    VarLongs.write(record.processingTimers().length, out);
    for (long target : record.processingTimers()) {
      VarLongs.write(target, out);
    }
    writeTrigger(record.trigger(), out);
  }

  /** Reads into {@code record} what {@link #write} wrote. */
  public static void read(FiringRecord record, long nearMillis, DataInput in) throws IOException {
    int flags = in.readByte();
    if ((flags & HAS_PANE) != 0) {
      record.setLastPane(
          new PaneHistory(timingOf(in.readByte()), VarLongs.read(in), VarLongs.read(in)));
    }
    record.setHasNewElements((flags & HAS_NEW_ELEMENTS) != 0);
    record.setWaitsForEnd((flags & WAITS_FOR_END) != 0);
    if ((flags & HAS_HOLD) != 0) {
      record.setHold(nearMillis + VarLongs.read(in));
    }
    long[] processingTimers = new long[VarLongs.readSize(in)];
    for (int i = 0; i < processingTimers.length; i++) {
      processingTimers[i] = VarLongs.read(in);
    }
    record.setProcessingTimers(processingTimers);
    record.setTrigger(readTrigger(in));
  }

  private static void writeTrigger(TriggerState trigger, DataOutput out) throws IOException {
    VarLongs.write(trigger.finishedBits(), out);
    VarLongs.write(trigger.slotCount(), out);
    for (int i = 0; i < trigger.slotCount(); i++) {
      long slot = trigger.slot(i);
      out.writeBoolean(slot != TriggerState.EMPTY);
      if (slot != TriggerState.EMPTY) {
        VarLongs.write(slot, out);
      }
    }
  }

  private static TriggerState readTrigger(DataInput in) throws IOException {
    long finishedBits = VarLongs.read(in);
    long[] slots = new long[VarLongs.readSize(in)];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = in.readBoolean() ? VarLongs.read(in) : TriggerState.EMPTY;
    }
    return new TriggerState(finishedBits, slots);
  }

  private static int codeOf(PaneTiming timing) {
    return switch (timing) {
      case EARLY -> EARLY;
      case ON_TIME -> ON_TIME;
      case LATE -> LATE;
    };
  }

  private static PaneTiming timingOf(int code) throws IOException {
    return switch (code) {
      case EARLY -> PaneTiming.EARLY;
      case ON_TIME -> PaneTiming.ON_TIME;
      case LATE -> PaneTiming.LATE;
      default -> throw new IOException("State is corrupt: the timing of a pane is " + code);
    };
  }
}
