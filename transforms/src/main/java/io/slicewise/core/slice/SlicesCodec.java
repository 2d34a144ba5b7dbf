package io.slicewise.core.slice;

import io.slicewise.core.codec.VarLongs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of the slices of a page.
 *
 * @param <A> the type of the accumulators
 */
public final class SlicesCodec<A> {
  private final PartialCodec<A> partials;

  /** A codec for slices whose accumulators {@code accumulators} encodes. */
  public SlicesCodec(AccumulatorCodec<A> accumulators) {
    this.partials = new PartialCodec<>(accumulators);
  }

  byte[] toBytes(List<Slice<A>> slices, long firstOfPage) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(slices, firstOfPage, new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  List<Slice<A>> fromBytes(byte[] bytes, long firstOfPage) {
    try {
      return read(firstOfPage, new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(List<Slice<A>> slices, long firstOfPage, DataOutput out) throws IOException {
    VarLongs.write(slices.size(), out);
    long previous = firstOfPage;
    long previousStep = 0;
    for (Slice<A> slice : slices) {
      // slices are mostly as far from each other as those before: a byte says so
      long step = slice.start() - previous;
      VarLongs.write(step - previousStep, out);
      previous = slice.start();
      previousStep = step;
      writeSlice(slice, out);
    }
  }

  List<Slice<A>> read(long firstOfPage, DataInput in) throws IOException {
    return read(VarLongs.readSize(in), firstOfPage, in);
  }

  /** Reads the rest if the number of slices has been read. */
  List<Slice<A>> read(int sliceCount, long firstOfPage, DataInput in) throws IOException {
    List<Slice<A>> slices = new ArrayList<>();
    long start = firstOfPage;
    long step = 0;
    for (int i = 0; i < sliceCount; i++) {
      step += VarLongs.read(in);
      start += step;
      slices.add(readSlice(start, in));
    }
    return slices;
  }

  private void writeSlice(Slice<A> slice, DataOutput out) throws IOException {
    VarLongs.write(slice.holdCount(), out);
    for (int windowSpec = 0; windowSpec < slice.holdCount(); windowSpec++) {
      long hold = slice.hold(windowSpec);
      out.writeBoolean(hold != Slice.NO_HOLD);
      if (hold != Slice.NO_HOLD) {
        VarLongs.write(hold, out);
      }
    }
    VarLongs.write(slice.segments().size(), out);
    for (Segment<A> segment : slice.segments()) {
      VarLongs.write(segment.label(), out);
      partials.write(segment.partial(), out);
    }
  }

  private Slice<A> readSlice(long start, DataInput in) throws IOException {
    Slice<A> slice = new Slice<>(start);
    int holdCount = VarLongs.readSize(in);
    for (int windowSpec = 0; windowSpec < holdCount; windowSpec++) {
      if (in.readBoolean()) {
        slice.setHold(windowSpec, VarLongs.read(in));
      }
    }
    int segmentCount = VarLongs.readSize(in);
    for (int i = 0; i < segmentCount; i++) {
      long label = VarLongs.read(in);
      slice.segments().add(new Segment<>(label, partials.read(in)));
    }
    return slice;
  }
}
