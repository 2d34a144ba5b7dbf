package io.slicewise.beam;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.util.CoderUtils;

/** A state cell of a key, which counts and goes through the coder on every read and write. */
final class FakeStateCell<S> implements ValueState<S> {
  private final Coder<S> stateCoder;

  byte[] bytes;
  int reads;
  int writes;

  FakeStateCell(Coder<S> stateCoder) {
    this.stateCoder = stateCoder;
  }

  Coder<S> coder() {
    return stateCoder;
  }

  @Override
  public S read() {
    reads++;
    try {
      return bytes == null ? null : CoderUtils.decodeFromByteArray(stateCoder, bytes);
    } catch (CoderException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void write(S state) {
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
  public ValueState<S> readLater() {
    return this;
  }
}
