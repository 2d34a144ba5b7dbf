package io.slicewise.core.ordered;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.engine.GroupCodec;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.Partial;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * The bytes of an {@link OrderedState}.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 */
public final class OrderedStateCodec<V, A> implements GroupCodec<OrderedState<V, A>> {
  private final AccumulatorCodec<V> elements;
  private final AccumulatorCodec<A> accumulators;

  /** A codec for states whose elements and accumulators these encode. */
  public OrderedStateCodec(AccumulatorCodec<V> elements, AccumulatorCodec<A> accumulators) {
    this.elements = elements;
    this.accumulators = accumulators;
  }

  @Override
  public void write(OrderedState<V, A> state, long watermark, DataOutput out) throws IOException {
    VarLongs.write(state.position(), out);
    VarLongs.write(state.waiting().all().size(), out);
    long previous = watermark;
    for (Waiting<V> element : state.waiting().all()) {
      VarLongs.write(element.timestampMillis() - previous, out);
      previous = element.timestampMillis();
      writeBytes(element.toBytes(elements), out);
    }
    FoldQueue<A> taken = state.taken();
    writeEntries(taken.older(), watermark, out);
    writeEntries(taken.newer(), watermark, out);
    if (!taken.newer().isEmpty()) {
      writeBytes(taken.newerFold().toBytes(accumulators), out);
    }
  }

  @Override
  public OrderedState<V, A> read(long watermark, DataInput in) throws IOException {
    OrderedState<V, A> state = new OrderedState<>();
    state.setPosition(VarLongs.readSize(in));
    long previous = watermark;
    for (int left = VarLongs.readSize(in); left > 0; left--) {
      previous += VarLongs.read(in);
      state.waiting().add(Waiting.ofBytes(previous, readBytes(in)));
    }
    FoldQueue<A> taken = state.taken();
    readEntries(watermark, in, taken.older()::addLast);
    readEntries(watermark, in, taken.newer()::add);
    if (!taken.newer().isEmpty()) {
      taken.restoreNewerFold(Partial.ofBytes(readBytes(in)));
    }
    return state;
  }

  private void writeEntries(Collection<FoldQueue.Entry<A>> entries, long watermark, DataOutput out)
      throws IOException {
    VarLongs.write(entries.size(), out);
    long previous = watermark;
    for (FoldQueue.Entry<A> entry : entries) {
      VarLongs.write(entry.key() - previous, out);
      previous = entry.key();
      writeBytes(entry.partial().toBytes(accumulators), out);
    }
  }

  private void readEntries(long watermark, DataInput in, Consumer<FoldQueue.Entry<A>> taker)
      throws IOException {
    long previous = watermark;
    for (int left = VarLongs.readSize(in); left > 0; left--) {
      previous += VarLongs.read(in);
      taker.accept(new FoldQueue.Entry<>(previous, Partial.ofBytes(readBytes(in))));
    }
  }

  private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    VarLongs.write(bytes.length, out);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[VarLongs.readSize(in)];
    in.readFully(bytes);
    return bytes;
  }
}
