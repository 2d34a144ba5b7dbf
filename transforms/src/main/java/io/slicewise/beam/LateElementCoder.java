package io.slicewise.beam;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.InstantCoder;
import org.apache.beam.sdk.coders.StructuredCoder;

/** The coder of {@link LateElement}: timestamp, watermark and expiry, then the value. */
final class LateElementCoder<V> extends StructuredCoder<LateElement<V>> {
  private static final long serialVersionUID = 1L;
  private static final InstantCoder INSTANT_CODER = InstantCoder.of();

  private final Coder<V> valueCoder;

  LateElementCoder(Coder<V> valueCoder) {
    this.valueCoder = valueCoder;
  }

  @Override
  public void encode(LateElement<V> element, OutputStream out) throws IOException {
    INSTANT_CODER.encode(element.timestamp(), out);
    INSTANT_CODER.encode(element.watermark(), out);
    INSTANT_CODER.encode(element.expiry(), out);
    valueCoder.encode(element.value(), out);
  }

  @Override
  public LateElement<V> decode(InputStream in) throws IOException {
    var timestamp = INSTANT_CODER.decode(in);
    var watermark = INSTANT_CODER.decode(in);
    var expiry = INSTANT_CODER.decode(in);
    return new LateElement<>(valueCoder.decode(in), timestamp, watermark, expiry);
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(valueCoder);
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "values must be deterministic", valueCoder);
  }

  @Override
  public boolean consistentWithEquals() {
    return valueCoder.consistentWithEquals();
  }
}
