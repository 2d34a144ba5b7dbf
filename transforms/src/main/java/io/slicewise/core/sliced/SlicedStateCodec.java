package io.slicewise.core.sliced;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.engine.GroupCodec;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.firing.FiringRecordCodec;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.SliceStoreCodec;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link SlicedState}.
 *
 * @param <A> the type of the accumulators
 */
public final class SlicedStateCodec<A> implements GroupCodec<SlicedState<A>> {
  private static final int HAS_NEXT_EVENT_TIME = 1;
  private static final int HAS_EARLIEST_HOLD = 2;
  private static final int HAS_LAST_DATA_WINDOW = 4;
  private static final int HAS_LAST_MISSING_WINDOW = 8;
  private static final int HAS_CLOSED_BEFORE = 16;

  private final SliceStoreCodec<A> slices;
  private final int specCount;

  /**
   * A codec for states whose accumulators {@code accumulators} encodes.
   *
   * @param specCount the number of window specifications that share the slices
   */
  public SlicedStateCodec(AccumulatorCodec<A> accumulators, int specCount) {
    this.slices = new SliceStoreCodec<>(accumulators);
    this.specCount = specCount;
  }

  @Override
  public void write(SlicedState<A> state, long watermark, DataOutput out) throws IOException {
    VarLongs.write(state.firingSequence(), out);
    writeTime(state.streamTime(), watermark, out);
    writeTime(state.recutWatermark(), watermark, out);
    for (int i = 0; i < specCount; i++) {
      writeSpec(state.spec(i), watermark, out);
    }
    slices.write(state.slices(), out);
  }

  @Override
  public SlicedState<A> read(long watermark, DataInput in) throws IOException {
    long firingSequence = VarLongs.read(in);
    long streamTime = readTime(watermark, in);
    long recutWatermark = readTime(watermark, in);
    SpecState[] specs = new SpecState[specCount];
    for (int i = 0; i < specCount; i++) {
      specs[i] = readSpec(watermark, in);
    }
    SlicedState<A> state = new SlicedState<>(slices.read(in), specs);
    state.setFiringSequence(firingSequence);
    state.setStreamTime(streamTime);
    state.setRecutWatermark(recutWatermark);
    return state;
  }

  private static void writeSpec(SpecState spec, long watermark, DataOutput out) throws IOException {
    int flags =
        (spec.nextEventTime() != TimerRequest.NONE ? HAS_NEXT_EVENT_TIME : 0)
            | (spec.earliestHold() != TimerRequest.NONE ? HAS_EARLIEST_HOLD : 0)
            | (spec.lastDataWindow() != WindowPlan.NO_WINDOW ? HAS_LAST_DATA_WINDOW : 0)
            | (spec.lastMissingWindow() != WindowPlan.NO_WINDOW ? HAS_LAST_MISSING_WINDOW : 0)
            | (spec.closedBefore() != TimeBounds.MIN_TIMESTAMP ? HAS_CLOSED_BEFORE : 0);
    out.writeByte(flags);
    if ((flags & HAS_NEXT_EVENT_TIME) != 0) {
      VarLongs.write(spec.nextEventTime() - watermark, out);
    }
    if ((flags & HAS_EARLIEST_HOLD) != 0) {
      VarLongs.write(spec.earliestHold() - watermark, out);
    }
    if ((flags & HAS_LAST_DATA_WINDOW) != 0) {
      VarLongs.write(spec.lastDataWindow(), out);
    }
    if ((flags & HAS_LAST_MISSING_WINDOW) != 0) {
      VarLongs.write(spec.lastMissingWindow(), out);
    }
    if ((flags & HAS_CLOSED_BEFORE) != 0) {
      VarLongs.write(spec.closedBefore() - watermark, out);
    }
    VarLongs.write(spec.records().size(), out);
    for (int i = 0; i < spec.records().size(); i++) {
      writeRecord(spec.records().get(i), watermark, out);
    }
  }

  private static SpecState readSpec(long watermark, DataInput in) throws IOException {
    SpecState spec = new SpecState();
    int flags = in.readByte();
    if ((flags & HAS_NEXT_EVENT_TIME) != 0) {
      spec.setNextEventTime(watermark + VarLongs.read(in));
    }
    if ((flags & HAS_EARLIEST_HOLD) != 0) {
      spec.setEarliestHold(watermark + VarLongs.read(in));
    }
    if ((flags & HAS_LAST_DATA_WINDOW) != 0) {
      spec.setLastDataWindow(VarLongs.read(in));
    }
    if ((flags & HAS_LAST_MISSING_WINDOW) != 0) {
      spec.setLastMissingWindow(VarLongs.read(in));
    }
    if ((flags & HAS_CLOSED_BEFORE) != 0) {
      spec.closeBefore(watermark + VarLongs.read(in));
    }
    int recordCount = VarLongs.readSize(in);
    for (int i = 0; i < recordCount; i++) {
      spec.records().append(readRecord(watermark, in));
    }
    return spec;
  }

  private static void writeRecord(WindowRecord record, long watermark, DataOutput out)
      throws IOException {
    VarLongs.write(record.window(), out);
    VarLongs.write(record.lastFiring(), out);
    FiringRecordCodec.write(record, watermark, out);
  }

  private static WindowRecord readRecord(long watermark, DataInput in) throws IOException {
    WindowRecord record = new WindowRecord(VarLongs.read(in), null);
    record.setLastFiring(VarLongs.read(in));
    FiringRecordCodec.read(record, watermark, in);
    return record;
  }

  /** Times are near the watermark, if they are known. */
  private static void writeTime(long millis, long watermark, DataOutput out) throws IOException {
    out.writeBoolean(millis != TimeBounds.MIN_TIMESTAMP);
    if (millis != TimeBounds.MIN_TIMESTAMP) {
      VarLongs.write(millis - watermark, out);
    }
  }

  private static long readTime(long watermark, DataInput in) throws IOException {
    return in.readBoolean() ? watermark + VarLongs.read(in) : TimeBounds.MIN_TIMESTAMP;
  }
}
