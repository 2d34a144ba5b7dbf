package io.slicewise.beam;

import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.HotStateCodec;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.Coder;

/**
 * The bytes of one key's hot state: those of {@link HotStateCodec}. Equal as {@link KeyStateCoder}s
 * are.
 */
final class HotStateCoder<A> extends AccumulatorStateCoder<A, HotState<?>> {
  private static final long serialVersionUID = 1L;

  private final int fingerprint;
  private transient HotStateCodec<A> codec;

  HotStateCoder(Coder<A> accumulatorCoder, int fingerprint) {
    super(accumulatorCoder);
    this.fingerprint = fingerprint;
  }

  /** The state must be one whose accumulators the coder knows, as all of a transform are. */
  @Override
  @SuppressWarnings("unchecked")
  public void encode(HotState<?> state, OutputStream out) throws IOException {
    codec().write((HotState<A>) state, new DataOutputStream(out));
  }

  @Override
  public HotState<?> decode(InputStream in) throws IOException {
    return codec().read(new StateInput(in));
  }

  private HotStateCodec<A> codec() {
    if (codec == null) {
      codec = new HotStateCodec<>(fingerprint, new AccumulatorBytes<>(accumulatorCoder()));
    }
    return codec;
  }
}
