package io.slicewise.beam;

import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.KeyStateCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StructuredCoder;

/**
 * The bytes of one key's state: those of {@link KeyStateCodec}, which start with a format version.
 *
 * <p>Two of them are equal if their accumulator coders are, so that a pipeline whose {@code
 * CombineFn} changed its code but not its accumulators can be updated in place.
 */
final class KeyStateCoder<A> extends StructuredCoder<KeyState<A>> {
  private static final long serialVersionUID = 1L;

  private final Coder<A> accumulatorCoder;
  private final int windowingFingerprint;
  private transient KeyStateCodec<A> codec;

  KeyStateCoder(Coder<A> accumulatorCoder, int windowingFingerprint) {
    this.accumulatorCoder = accumulatorCoder;
    this.windowingFingerprint = windowingFingerprint;
  }

  @Override
  public void encode(KeyState<A> state, OutputStream out) throws IOException {
    codec().write(state, new DataOutputStream(out));
  }

  @Override
  public KeyState<A> decode(InputStream in) throws IOException {
    return codec().read(new DataInputStream(in));
  }

  private KeyStateCodec<A> codec() {
    if (codec == null) {
      codec = new KeyStateCodec<>(new AccumulatorBytes<>(accumulatorCoder), windowingFingerprint);
    }
    return codec;
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(accumulatorCoder);
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "accumulators must be deterministic", accumulatorCoder);
  }
}
