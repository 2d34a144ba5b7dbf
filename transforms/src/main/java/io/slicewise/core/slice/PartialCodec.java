package io.slicewise.core.slice;

import io.slicewise.core.codec.VarLongs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link Partial}, with their length, so that reading skips over them without
 * decoding.
 *
 * @param <A> the type of the accumulators
 */
final class PartialCodec<A> {
  private final AccumulatorCodec<A> accumulators;

  PartialCodec(AccumulatorCodec<A> accumulators) {
    this.accumulators = accumulators;
  }

  void write(Partial<A> partial, DataOutput out) throws IOException {
    byte[] bytes = partial.toBytes(accumulators);
    VarLongs.write(bytes.length, out);
    out.write(bytes);
  }

  Partial<A> read(DataInput in) throws IOException {
    byte[] bytes = new byte[VarLongs.readSize(in)];
    in.readFully(bytes);
    return Partial.ofBytes(bytes);
  }
}
