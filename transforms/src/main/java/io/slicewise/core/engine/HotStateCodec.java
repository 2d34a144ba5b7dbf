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
  private static final StateHeader HEADER = new StateHeader(1);

  private final StateOrigins origins;
  private final SliceBufferCodec<A> slices;

  /**
   * A codec for the hot states of one transform.
   *
   * @param origins of which windowings the states are, as for its {@link KeyStateCodec}
   */
  public HotStateCodec(StateOrigins origins, AccumulatorCodec<A> accumulators) {
    this.origins = origins;
    this.slices = new SliceBufferCodec<>(accumulators);
  }

  /** Writes {@code state} without changing it. */
  public void write(HotState<A> state, DataOutput out) throws IOException {
    int own = origins.own().fingerprint();
    HEADER.write(state.isNew() ? own : state.fingerprint(), out);
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
   * @throws IOException if the bytes are of a later format version or of another windowing, or
   *     corrupt
   */
  public HotState<A> read(DataInput in) throws IOException {
    int fingerprint = HEADER.read(in).fingerprint();
    try {
      origins.checkWindows(fingerprint);
    } catch (IllegalStateException e) {
      throw new IOException(e.getMessage(), e);
    }
    HotState<A> state = new HotState<>();
    state.setFingerprint(fingerprint);
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
