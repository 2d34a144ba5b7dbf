package io.slicewise.core.engine;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.pane.PaneHistory;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.SliceStoreCodec;
import io.slicewise.core.trigger.TriggerState;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link KeyState}, with a format version first. Deterministic only if the encoding
 * of accumulators is.
 *
 * @param <A> the type of the accumulators
 */
public final class KeyStateCodec<A> {
  private static final int FORMAT_VERSION = 1;
  private static final int HAS_PANE = 1;
  private static final int HAS_NEW_ELEMENTS = 2;
  private static final int WAITS_FOR_END = 4;
  private static final int HAS_HOLD = 8;
  private static final PaneTiming[] TIMINGS = PaneTiming.values();

  private final SliceStoreCodec<A> slices;

  /** A codec for states whose accumulators {@code function} encodes. */
  public KeyStateCodec(AggregateFunction<?, A, ?> function) {
    this.slices = new SliceStoreCodec<>(function);
  }

  /** Writes {@code state} without changing it. */
  public void write(KeyState<A> state, DataOutput out) throws IOException {
    out.writeByte(FORMAT_VERSION);
    VarLongs.write(state.watermark(), out);
    VarLongs.write(state.firingSequence(), out);
    VarLongs.write(state.nextEventTime(), out);
    VarLongs.write(state.earliestHold(), out);
    VarLongs.write(state.requested().eventTimeMillis(), out);
    VarLongs.write(state.requested().outputHoldMillis(), out);
    VarLongs.write(state.requested().processingTimeMillis(), out);
    VarLongs.write(state.records().size(), out);
    for (WindowRecord record : state.records().values()) {
      writeRecord(record, out);
    }
    slices.write(state.slices(), out);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes are of another format version, or corrupt
   */
  public KeyState<A> read(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != FORMAT_VERSION) {
      throw new IOException(
          "State format version: must be "
              + FORMAT_VERSION
              + " but was "
              + version
              + ". Restore this state with the release of Slicewise that wrote it.");
    }
    long watermark = VarLongs.read(in);
    long firingSequence = VarLongs.read(in);
    long nextEventTime = VarLongs.read(in);
    long earliestHold = VarLongs.read(in);
    TimerRequest requested =
        new TimerRequest(VarLongs.read(in), VarLongs.read(in), VarLongs.read(in));
    WindowRecord[] records = new WindowRecord[VarLongs.readSize(in)];
    for (int i = 0; i < records.length; i++) {
      records[i] = readRecord(in);
    }
    KeyState<A> state = new KeyState<>(slices.read(in));
    state.setWatermark(watermark);
    state.setFiringSequence(firingSequence);
    state.setNextEventTime(nextEventTime);
    state.setEarliestHold(earliestHold);
    state.setRequested(requested);
    for (WindowRecord record : records) {
      state.records().put(record.window(), record);
    }
    return state;
  }

  private static void writeRecord(WindowRecord record, DataOutput out) throws IOException {
    VarLongs.write(record.window(), out);
    PaneHistory pane = record.lastPane();
    int flags =
        (pane != null ? HAS_PANE : 0)
            | (record.hasNewElements() ? HAS_NEW_ELEMENTS : 0)
            | (record.waitsForEnd() ? WAITS_FOR_END : 0)
            | (record.hold() != WindowRecord.NO_HOLD ? HAS_HOLD : 0);
    out.writeByte(flags);
    if (pane != null) {
      out.writeByte(pane.timing().ordinal());
      VarLongs.write(pane.index(), out);
      VarLongs.write(pane.nonSpeculativeIndex(), out);
    }
    if (record.hold() != WindowRecord.NO_HOLD) {
      VarLongs.write(record.hold(), out);
    }
    VarLongs.write(record.lastFiring(), out);
    writeLongs(record.processingTimers(), out);
    TriggerState trigger = record.trigger();
    VarLongs.write(trigger.finishedBits(), out);
    long[] slots = new long[trigger.slotCount()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = trigger.slot(i);
    }
    writeLongs(slots, out);
  }

  private static WindowRecord readRecord(DataInput in) throws IOException {
    long window = VarLongs.read(in);
    int flags = in.readByte();
    PaneHistory pane =
        (flags & HAS_PANE) == 0
            ? null
            : new PaneHistory(TIMINGS[in.readByte()], VarLongs.read(in), VarLongs.read(in));
    long hold = (flags & HAS_HOLD) == 0 ? WindowRecord.NO_HOLD : VarLongs.read(in);
    long lastFiring = VarLongs.read(in);
    long[] processingTimers = readLongs(in);
    long finishedBits = VarLongs.read(in);
    WindowRecord record = new WindowRecord(window, new TriggerState(finishedBits, readLongs(in)));
    record.setLastPane(pane);
    record.setHasNewElements((flags & HAS_NEW_ELEMENTS) != 0);
    record.setWaitsForEnd((flags & WAITS_FOR_END) != 0);
    record.setHold(hold);
    record.setLastFiring(lastFiring);
    record.setProcessingTimers(processingTimers);
    return record;
  }

  private static void writeLongs(long[] values, DataOutput out) throws IOException {
    VarLongs.write(values.length, out);
    for (long value : values) {
      VarLongs.write(value, out);
    }
  }

  private static long[] readLongs(DataInput in) throws IOException {
    long[] values = new long[VarLongs.readSize(in)];
    for (int i = 0; i < values.length; i++) {
      values[i] = VarLongs.read(in);
    }
    return values;
  }
}
