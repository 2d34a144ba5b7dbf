package io.slicewise.beam;

import io.slicewise.core.slice.Partial;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.VarInt;

/**
 * The coder of {@link ShardSlices}: a format version, the number of slices, and of each its last
 * instant, its count, and its accumulator with the length before it.
 */
final class ShardSlicesCoder<A> extends AccumulatorStateCoder<A, ShardSlices<A>> {
  private static final long serialVersionUID = 1L;
  private static final int FORMAT = 1;
  private static final ByteArrayCoder BYTES = ByteArrayCoder.of();

  ShardSlicesCoder(Coder<A> accumulatorCoder) {
    super(accumulatorCoder);
  }

  @Override
  public void encode(ShardSlices<A> slices, OutputStream out) throws IOException {
    AccumulatorBytes<A> bytes = new AccumulatorBytes<>(accumulatorCoder());
    out.write(FORMAT);
    VarInt.encode(slices.size(), out);
    for (Map.Entry<Long, ShardSlices.Counted<A>> slice : slices.inOrder()) {
      VarInt.encode(slice.getKey(), out);
      VarInt.encode(slice.getValue().count(), out);
      BYTES.encode(slice.getValue().partial().toBytes(bytes), out);
    }
  }

  @Override
  public ShardSlices<A> decode(InputStream in) throws IOException {
    int format = in.read();
    if (format != FORMAT) {
      throw new CoderException(
          "The state of a shard must have format "
              + FORMAT
              + " but has "
              + format
              + ". It was written by another version; start the pipeline without its state.");
    }
    ShardSlices<A> slices = new ShardSlices<>();
    int size = VarInt.decodeInt(in);
    for (int i = 0; i < size; i++) {
      long lastInstant = VarInt.decodeLong(in);
      long count = VarInt.decodeLong(in);
      slices.restore(
          lastInstant, new ShardSlices.Counted<>(Partial.ofBytes(BYTES.decode(in)), count));
    }
    return slices;
  }
}
