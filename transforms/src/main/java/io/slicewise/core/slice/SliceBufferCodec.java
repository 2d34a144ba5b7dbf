package io.slicewise.core.slice;

import io.slicewise.core.codec.VarLongs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link SliceBuffer}.
 *
 * @param <A> the type of the accumulators
 */
public final class SliceBufferCodec<A> {
  private final PartialCodec<A> partials;

  /** A codec for buffers whose accumulators {@code accumulators} encodes. */
  public SliceBufferCodec(AccumulatorCodec<A> accumulators) {
    this.partials = new PartialCodec<>(accumulators);
  }

  /**
   * Writes {@code buffer} without changing it.
   *
   * @param nearMillis a time near its slices
   */
  public void write(SliceBuffer<A> buffer, long nearMillis, DataOutput out) throws IOException {
    VarLongs.write(buffer.size(), out);
    long previous = nearMillis;
    for (int i = 0; i < buffer.size(); i++) {
      VarLongs.write(buffer.start(i) - previous, out);
      previous = buffer.start(i);
      partials.write(buffer.partial(i), out);
    }
  }

  /** Reads what {@link #write} wrote into an empty {@code buffer}. */
  public void read(SliceBuffer<A> buffer, long nearMillis, DataInput in) throws IOException {
    int size = VarLongs.readSize(in);
    long start = nearMillis;
    for (int i = 0; i < size; i++) {
      start += VarLongs.read(in);
      buffer.append(start, partials.read(in));
    }
  }
}
