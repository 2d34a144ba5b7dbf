package io.slicewise.core.engine;

import io.slicewise.core.codec.VarLongs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** The bytes of a {@link KeyState}, with a format version first. */
public final class KeyStateCodec {
  private final StateHeader header;
  private final List<GroupCodec<?>> groups;

  /**
   * A codec for the states of one transform.
   *
   * @param fingerprint tells its windowing from others, whose stored states mean other things
   * @param groups one for each window group of its {@link KeyEngine}, in the same order
   */
  public KeyStateCodec(int fingerprint, List<GroupCodec<?>> groups) {
    this.header = new StateHeader(fingerprint);
    this.groups = List.copyOf(groups);
  }

  /** Writes {@code state} without changing it. */
  public void write(KeyState state, DataOutput out) throws IOException {
    header.write(out);
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
   * @throws IOException if the bytes are of another format version or another windowing, or corrupt
   */
  public KeyState read(DataInput in) throws IOException {
    header.read(in);
    long watermark = VarLongs.read(in);
    GroupState[] states = new GroupState[groups.size()];
    for (int i = 0; i < states.length; i++) {
      states[i] = groups.get(i).read(watermark, in);
    }
    KeyState state = new KeyState(states);
    state.setWatermark(watermark);
    return state;
  }
}
