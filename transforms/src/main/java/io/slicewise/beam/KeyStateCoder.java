package io.slicewise.beam;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.KeyStateCodec;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.Coder;

/**
 * The bytes of one key's state: those of {@link KeyStateCodec}, which start with a format version.
 *
 * <p>Two of them are equal if their accumulator coders are, so that a pipeline whose {@code
 * CombineFn} changed its code but not its accumulators can be updated in place.
 */
final class KeyStateCoder<A> extends AccumulatorStateCoder<A, KeyState> {
  private static final long serialVersionUID = 1L;

  private final WindowedAggregation aggregation;
  private transient KeyStateCodec codec;

  KeyStateCoder(Coder<A> accumulatorCoder, WindowedAggregation aggregation) {
    super(accumulatorCoder);
    this.aggregation = aggregation;
  }

  @Override
  public void encode(KeyState state, OutputStream out) throws IOException {
    codec().write(state, new DataOutputStream(out));
  }

  @Override
  public KeyState decode(InputStream in) throws IOException {
    return codec().read(new StateInput(in));
  }

  private KeyStateCodec codec() {
    if (codec == null) {
      codec = aggregation.codec(new AccumulatorBytes<>(accumulatorCoder()));
    }
    return codec;
  }
}
