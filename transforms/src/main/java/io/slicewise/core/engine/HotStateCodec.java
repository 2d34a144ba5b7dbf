package io.slicewise.core.engine;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.SliceBufferCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link HotState}, with a format version first.
 *
 * @param <A> the type of the accumulators
 */
public final class HotStateCodec<A> {
  private final StateHeader header;
  private final SliceBufferCodec<A> slices;

  /**
   * A codec for the hot states of one transform.
   *
   * @param fingerprint tells its windowing from others, as for its {@link KeyStateCodec}
   */
  public HotStateCodec(int fingerprint, AccumulatorCodec<A> accumulators) {
    this.header = new StateHeader(fingerprint);
    this.slices = new SliceBufferCodec<>(accumulators);
  }

  /** Writes {@code state} without changing it. */
  public void write(HotState<A> state, DataOutput out) throws IOException {
    header.write(out);
    VarLongs.write(state.watermark(), out);
    boolean waits = state.nextEventTime() != TimerRequest.NONE;
    out.writeBoolean(waits);
    if (waits) {
      VarLongs.write(state.nextEventTime() - state.watermark(), out);
      VarLongs.write(state.outputHold() - state.nextEventTime(), out);
    }
    slices.write(state.slices(), state.watermark(), out);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes are of another format version or another windowing, or corrupt
   */
  public HotState<A> read(DataInput in) throws IOException {
    header.read(in);
    HotState<A> state = new HotState<>();
    long watermark = VarLongs.read(in);
    state.setWatermark(watermark);
    if (in.readBoolean()) {
      long nextEventTime = watermark + VarLongs.read(in);
      state.setPending(nextEventTime, nextEventTime + VarLongs.read(in));
    }
    slices.read(state.slices(), watermark, in);
    return state;
  }
}
