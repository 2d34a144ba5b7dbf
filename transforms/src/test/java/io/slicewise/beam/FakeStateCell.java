package io.slicewise.beam;

import io.slicewise.core.engine.KeyState;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.util.CoderUtils;

/** The state cell of a key, which counts and goes through the coder on every read and write. */
final class FakeStateCell implements ValueState<KeyState> {
  private final Coder<KeyState> stateCoder;

  byte[] bytes;
  int reads;
  int writes;

  FakeStateCell(Coder<KeyState> stateCoder) {
    this.stateCoder = stateCoder;
  }

  @Override
  public KeyState read() {
    reads++;
    try {
      return bytes == null ? null : CoderUtils.decodeFromByteArray(stateCoder, bytes);
    } catch (CoderException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void write(KeyState state) {
    writes++;
    try {
      bytes = CoderUtils.encodeToByteArray(stateCoder, state);
    } catch (CoderException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void clear() {
    writes++;
    bytes = null;
  }

  @Override
  public ValueState<KeyState> readLater() {
    return this;
  }
}
