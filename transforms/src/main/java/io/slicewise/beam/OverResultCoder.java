package io.slicewise.beam;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StructuredCoder;

/** The coder of {@link OverResult}: value, then aggregate. */
final class OverResultCoder<V, O> extends StructuredCoder<OverResult<V, O>> {
  private static final long serialVersionUID = 1L;

  private final Coder<V> valueCoder;
  private final Coder<O> aggregateCoder;

  OverResultCoder(Coder<V> valueCoder, Coder<O> aggregateCoder) {
    this.valueCoder = valueCoder;
    this.aggregateCoder = aggregateCoder;
  }

  @Override
  public void encode(OverResult<V, O> result, OutputStream out) throws IOException {
    valueCoder.encode(result.value(), out);
    aggregateCoder.encode(result.aggregate(), out);
  }

  @Override
  public OverResult<V, O> decode(InputStream in) throws IOException {
    V value = valueCoder.decode(in);
    return new OverResult<>(value, aggregateCoder.decode(in));
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(valueCoder, aggregateCoder);
  }

  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "values must be deterministic", valueCoder);
    verifyDeterministic(this, "aggregates must be deterministic", aggregateCoder);
  }

  @Override
  public boolean consistentWithEquals() {
    return valueCoder.consistentWithEquals() && aggregateCoder.consistentWithEquals();
  }
}
