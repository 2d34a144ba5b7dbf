package io.slicewise.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StructuredCoder;
import org.apache.beam.sdk.coders.VarIntCoder;

/** The coder of sets: as deterministic as that of the values, which Beam's own is not. */
final class DistinctCoder<T> extends StructuredCoder<Set<T>> {
  private static final long serialVersionUID = 1L;

  private final Coder<T> valueCoder;

  DistinctCoder(Coder<T> valueCoder) {
    this.valueCoder = valueCoder;
  }

  @Override
  public void encode(Set<T> values, OutputStream out) throws IOException {
    EncodedOrder.write(values, valueCoder, out);
  }

  @Override
  public Set<T> decode(InputStream in) throws IOException {
    int size = VarIntCoder.of().decode(in);
    Set<T> values = new HashSet<>();
    for (int i = 0; i < size; i++) {
      values.add(valueCoder.decode(in));
    }
    return values;
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
