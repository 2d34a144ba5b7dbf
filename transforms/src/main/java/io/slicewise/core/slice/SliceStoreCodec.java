package io.slicewise.core.slice;

import io.slicewise.core.codec.VarLongs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link SliceStore}: its pages, each with its slices and the folds that are kept of
 * them, and the folds of pages.
 *
 * @param <A> the type of the accumulators
 */
public final class SliceStoreCodec<A> {
  private final PartialCodec<A> partials;
  private final KeptFoldsCodec<A> folds;

  /** A codec for stores whose accumulators {@code accumulators} encodes. */
  public SliceStoreCodec(AccumulatorCodec<A> accumulators) {
    this.partials = new PartialCodec<>(accumulators);
    this.folds = new KeptFoldsCodec<>(partials);
  }

  /** Writes {@code store} without changing it. */
  public void write(SliceStore<A> store, DataOutput out) throws IOException {
    VarLongs.write(store.pageMillis(), out);
    VarLongs.write(store.pages().size(), out);
    long previousPage = 0;
    for (Page<A> page : store.pages().values()) {
      VarLongs.write(page.ordinal() - previousPage, out);
      previousPage = page.ordinal();
      writePage(page, page.ordinal() * store.pageMillis(), out);
    }
    folds.writeStore(store, out);
  }

  /** Reads what {@link #write} wrote. */
  public SliceStore<A> read(DataInput in) throws IOException {
    SliceStore<A> store = SliceStore.withPagesOf(VarLongs.read(in));
    int pageCount = VarLongs.readSize(in);
    long ordinal = 0;
    for (int i = 0; i < pageCount; i++) {
      ordinal += VarLongs.read(in);
      store.restore(readPage(ordinal, ordinal * store.pageMillis(), in));
    }
    folds.readStore(store, in);
    return store;
  }

  private void writePage(Page<A> page, long firstOfPage, DataOutput out) throws IOException {
    folds.writePage(page.folds(), out);
    VarLongs.write(page.slices().size(), out);
    long previous = firstOfPage;
    long previousStep = 0;
    for (Slice<A> slice : page.slices()) {
      // slices are mostly as far from each other as those before: a byte says so
      long step = slice.start() - previous;
      VarLongs.write(step - previousStep, out);
      previous = slice.start();
      previousStep = step;
      writeSlice(slice, out);
    }
  }

  private Page<A> readPage(long ordinal, long firstOfPage, DataInput in) throws IOException {
    Page<A> page = new Page<>(ordinal);
    folds.readPage(page.folds(), in);
    int sliceCount = VarLongs.readSize(in);
    long start = firstOfPage;
    long step = 0;
    for (int i = 0; i < sliceCount; i++) {
      step += VarLongs.read(in);
      start += step;
      Slice<A> slice = readSlice(start, in);
      page.slices().add(slice);
      slice.segments().forEach(segment -> page.noteLabel(segment.label()));
    }
    return page;
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
