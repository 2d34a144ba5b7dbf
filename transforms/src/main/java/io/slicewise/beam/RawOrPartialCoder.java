package io.slicewise.beam;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.StructuredCoder;
import org.apache.beam.sdk.util.VarInt;

/**
 * The coder of {@link RawOrPartial}: a byte 0 and the element, or a byte 1, the count and the bytes
 * of the accumulator.
 */
final class RawOrPartialCoder<V> extends StructuredCoder<RawOrPartial<V>> {
  private static final long serialVersionUID = 1L;
  private static final int RAW = 0;
  private static final int PARTIAL = 1;
  private static final ByteArrayCoder BYTES = ByteArrayCoder.of();

  private final Coder<V> valueCoder;

  RawOrPartialCoder(Coder<V> valueCoder) {
    this.valueCoder = valueCoder;
  }

  @Override
  public void encode(RawOrPartial<V> element, OutputStream out) throws IOException {
    if (element instanceof RawOrPartial.Raw<V> raw) {
      out.write(RAW);
      valueCoder.encode(raw.value(), out);
    } else if (element instanceof RawOrPartial.Partial<V> partial) {
      out.write(PARTIAL);
      VarInt.encode(partial.count(), out);
      BYTES.encode(partial.accumulator(), out);
    }
  }

  @Override
  public RawOrPartial<V> decode(InputStream in) throws IOException {
    int flag = in.read();
    return switch (flag) {
      case RAW -> new RawOrPartial.Raw<>(valueCoder.decode(in));
      case PARTIAL -> {
        long count = VarInt.decodeLong(in);
        yield new RawOrPartial.Partial<>(BYTES.decode(in), count);
      }
      default ->
          throw new CoderException(
              "The first byte must be 0 for an element or 1 for a partial aggregate but was "
                  + flag
                  + ". The bytes were written by something else.");
    };
  }

  @Override
  public List<? extends Coder<?>> getCoderArguments() {
    return List.of(valueCoder);
  }

  /** The bytes of an accumulator are sent as they are. */
  @Override
  public void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "values must be deterministic", valueCoder);
  }

  @Override
  public boolean consistentWithEquals() {
    return valueCoder.consistentWithEquals();
  }
}
