package io.slicewise.beam;

import io.slicewise.core.OrderedAggregation;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.KeyStateCodec;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StructuredCoder;

/** The bytes of one key's state where elements are taken in order; see {@link KeyStateCoder}. */
final class OrderedStateCoder<V, A> extends StructuredCoder<KeyState> {
  private static final long serialVersionUID = 1L;

  private final Coder<V> elementCoder;
  private final Coder<A> accumulatorCoder;
  private final OrderedAggregation<?> aggregation;
  private transient KeyStateCodec codec;

  OrderedStateCoder(
      Coder<V> elementCoder, Coder<A> accumulatorCoder, OrderedAggregation<?> aggregation) {
    this.elementCoder = elementCoder;
    this.accumulatorCoder = accumulatorCoder;
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
      codec =
          aggregation.codec(
              new AccumulatorBytes<>(elementCoder), new AccumulatorBytes<>(accumulatorCoder));
    }
    return codec;
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(elementCoder, accumulatorCoder);
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "elements must be deterministic", elementCoder);
    verifyDeterministic(this, "accumulators must be deterministic", accumulatorCoder);
  }
}
