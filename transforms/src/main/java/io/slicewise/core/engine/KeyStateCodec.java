package io.slicewise.core.engine;

import io.slicewise.core.codec.VarLongs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** The bytes of a {@link KeyState}, with a format version first. */
public final class KeyStateCodec {
  /** The format without the allowed lateness. */
  private static final int WITHOUT_LATENESS = 1;

  private static final StateHeader HEADER = new StateHeader(2);

  private final StateOrigins origins;
  private final List<GroupCodec<?>> groups;

  /**
   * A codec for the states of one transform.
   *
   * @param origins of which windowings the states are
   * @param groups one for each window group of its {@link KeyEngine}, in the same order
   */
  public KeyStateCodec(StateOrigins origins, List<GroupCodec<?>> groups) {
    this.origins = origins;
    this.groups = List.copyOf(groups);
  }

  /** Writes {@code state} without changing it. */
  public void write(KeyState state, DataOutput out) throws IOException {
    HEADER.write(state.origin().fingerprint(), out);
    state.origin().writeLateness(out);
    VarLongs.write(state.watermark(), out);
    for (int i = 0; i < groups.size(); i++) {
      write(groups.get(i), state.group(i), state.watermark(), out);
    }
  }

  /** The states of a key are in the order of its groups, and so are the codecs. */
  @SuppressWarnings("unchecked")
  private static <S extends GroupState> void write(
      GroupCodec<S> codec, GroupState state, long watermark, DataOutput out) throws IOException {
    codec.write((S) state, watermark, out);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes are of a later format version or of another windowing, or
   *     corrupt
   */
  public KeyState read(DataInput in) throws IOException {
    StateOrigin origin = readOrigin(in);
    long watermark = VarLongs.read(in);
    GroupState[] states = new GroupState[groups.size()];
    for (int i = 0; i < states.length; i++) {
      states[i] = groups.get(i).read(watermark, in);
    }
    KeyState state = new KeyState(states, origin);
    state.setWatermark(watermark);
    return state;
  }

  /** States of other windows are refused before their bytes are taken for something else. */
  private StateOrigin readOrigin(DataInput in) throws IOException {
    StateHeader.Read header = HEADER.read(in);
    StateOrigin origin =
        header.version() == WITHOUT_LATENESS
            ? StateOrigin.ofUnknownLateness(header.fingerprint())
            : StateOrigin.read(header.fingerprint(), in);
    try {
      origins.check(origin);
    } catch (IllegalStateException e) {
      throw new IOException(e.getMessage(), e);
    }
    return origin;
  }
}
