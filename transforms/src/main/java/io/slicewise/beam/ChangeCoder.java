package io.slicewise.beam;

import io.slicewise.beam.Change.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.BooleanCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StructuredCoder;

/** The coder of {@link Change}: whether it is a retraction, then the value. */
final class ChangeCoder<O> extends StructuredCoder<Change<O>> {
  private static final long serialVersionUID = 1L;
  private static final BooleanCoder RETRACTION_CODER = BooleanCoder.of();

  private final Coder<O> valueCoder;

  ChangeCoder(Coder<O> valueCoder) {
    this.valueCoder = valueCoder;
  }

  Coder<O> valueCoder() {
    return valueCoder;
  }

  @Override
  public void encode(Change<O> change, OutputStream out) throws IOException {
    RETRACTION_CODER.encode(change.isRetraction(), out);
    valueCoder.encode(change.value(), out);
  }

  @Override
  public Change<O> decode(InputStream in) throws IOException {
    Kind kind = RETRACTION_CODER.decode(in) ? Kind.RETRACTION : Kind.PANE;
    return new Change<>(valueCoder.decode(in), kind);
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
