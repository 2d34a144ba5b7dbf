package io.slicewise.core.trailing;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.engine.GroupCodec;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.Partial;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;

/**
 * The bytes of a {@link TrailingState}. Times are written as distances, the first from the
 * watermark.
 *
 * @param <A> the type of the accumulators
 */
public final class TrailingStateCodec<A> implements GroupCodec<TrailingState<A>> {
  private final AccumulatorCodec<A> accumulators;

  /** A codec for states whose accumulators {@code accumulators} encodes. */
  public TrailingStateCodec(AccumulatorCodec<A> accumulators) {
    this.accumulators = accumulators;
  }

  @Override
  public void write(TrailingState<A> state, long watermark, DataOutput out) throws IOException {
    VarLongs.write(state.wakeTime() - watermark, out);
    VarLongs.write(state.paneCounts().size(), out);
    long previous = watermark;
    for (Map.Entry<Long, Long> count : state.paneCounts().entrySet()) {
      VarLongs.write(count.getKey() - previous, out);
      VarLongs.write(count.getValue(), out);
      previous = count.getKey();
    }
    VarLongs.write(state.partials().pages().size(), out);
    previous = watermark;
    for (TimePage<A> page : state.partials().pages()) {
      writePage(page, previous, out);
      previous = page.last();
    }
  }

  @Override
  public TrailingState<A> read(long watermark, DataInput in) throws IOException {
    TrailingState<A> state = new TrailingState<>();
    state.setWakeTime(watermark + VarLongs.read(in));
    long previous = watermark;
    for (int left = VarLongs.readSize(in); left > 0; left--) {
      previous += VarLongs.read(in);
      state.setPaneCount(previous, VarLongs.read(in));
    }
    previous = watermark;
    for (int left = VarLongs.readSize(in); left > 0; left--) {
      TimePage<A> page = readPage(previous, in);
      state.partials().restore(page);
      previous = page.last();
    }
    return state;
  }

  private void writePage(TimePage<A> page, long before, DataOutput out) throws IOException {
    out.writeBoolean(page.aggregate() != null);
    if (page.aggregate() != null) {
      writePartial(page.aggregate(), out);
    }
    VarLongs.write(page.size(), out);
    long previous = before;
    for (TimedPartial<A> entry : page.entries()) {
      VarLongs.write(entry.timestampMillis() - previous, out);
      writePartial(entry.partial(), out);
      previous = entry.timestampMillis();
    }
  }

  private TimePage<A> readPage(long before, DataInput in) throws IOException {
    TimePage<A> page = new TimePage<>();
    if (in.readBoolean()) {
      page.setAggregate(readPartial(in));
    }
    int size = VarLongs.readSize(in);
    if (size == 0) {
      throw new IOException("State is corrupt: a page without timestamps");
    }
    long previous = before;
    for (int i = 0; i < size; i++) {
      previous += VarLongs.read(in);
      page.entries().add(new TimedPartial<>(previous, readPartial(in)));
    }
    return page;
  }

  private void writePartial(Partial<A> partial, DataOutput out) throws IOException {
    byte[] bytes = partial.toBytes(accumulators);
    VarLongs.write(bytes.length, out);
    out.write(bytes);
  }

  private Partial<A> readPartial(DataInput in) throws IOException {
    byte[] bytes = new byte[VarLongs.readSize(in)];
    in.readFully(bytes);
    return Partial.ofBytes(bytes);
  }
}
