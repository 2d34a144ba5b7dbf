package io.slicewise.beam;

import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.HotStateCodec;
import io.slicewise.core.engine.StateOrigin;
import io.slicewise.core.engine.StateOrigins;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;

/**
 * The bytes of one key's hot state: those of {@link HotStateCodec}. Equal as {@link KeyStateCoder}s
 * are.
 */
final class HotStateCoder<A> extends AccumulatorStateCoder<A, HotState<?>> {
  private static final long serialVersionUID = 1L;

  private final int fingerprint;

  /** Null unless state of windows before an update is taken. */
  private final StateOrigin earlier;

  private transient HotStateCodec<A> codec;

  HotStateCoder(Coder<A> accumulatorCoder, StateOrigins origins) {
    super(accumulatorCoder);
    this.fingerprint = origins.own().fingerprint();
    this.earlier = origins.earlierOrNull();
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
      StateOrigins origins = new StateOrigins(new StateOrigin(fingerprint, List.of()), earlier);
      codec = new HotStateCodec<>(origins, new AccumulatorBytes<>(accumulatorCoder()));
    }
    return codec;
  }
}
