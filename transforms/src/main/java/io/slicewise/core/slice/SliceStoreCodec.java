package io.slicewise.core.slice;

import io.slicewise.core.codec.VarLongs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link SliceStore}: its pages, each with its slices and the folds that are kept of
 * them, and the folds of pages. Slices that are kept apart are not among them.
 *
 * @param <A> the type of the accumulators
 */
public final class SliceStoreCodec<A> {
  private final SlicesCodec<A> slices;
  private final KeptFoldsCodec<A> folds;

  /** A codec for stores whose accumulators {@code accumulators} encodes. */
  public SliceStoreCodec(AccumulatorCodec<A> accumulators) {
    this.slices = new SlicesCodec<>(accumulators);
    this.folds = new KeptFoldsCodec<>(new PartialCodec<>(accumulators));
  }

  /** Writes {@code store} without changing it. */
  public void write(SliceStore<A> store, DataOutput out) throws IOException {
    VarLongs.write(store.pageMillis(), out);
    VarLongs.write(store.pages().size(), out);
    long previousPage = 0;
    for (Page<A> page : store.pages().values()) {
      VarLongs.write(page.ordinal() - previousPage, out);
      previousPage = page.ordinal();
      writePage(page, store.firstInstantOf(page.ordinal()), out);
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
      store.restore(readPage(store, ordinal, in));
    }
    folds.readStore(store, in);
    return store;
  }

  private void writePage(Page<A> page, long firstOfPage, DataOutput out) throws IOException {
    folds.writePage(page.folds(), out);
    if (!page.isCold()) {
      slices.write(page.stored(), firstOfPage, out);
      return;
    }
    Page.ColdBounds bounds = page.coldBounds();
    // a page without slices is none, so that a number below 0 says that they are elsewhere
    VarLongs.write(-bounds.sliceCount(), out);
    VarLongs.write(bounds.firstSlice() - firstOfPage, out);
    VarLongs.write(bounds.lastSlice() - bounds.firstSlice(), out);
    VarLongs.write(page.oldestLabel(), out);
    VarLongs.write(page.newestLabel() - page.oldestLabel(), out);
  }

  private Page<A> readPage(SliceStore<A> store, long ordinal, DataInput in) throws IOException {
    long firstOfPage = store.firstInstantOf(ordinal);
    PageFolds<A> pageFolds = folds.readPage(in);
    long sliceCount = VarLongs.read(in);
    if (sliceCount >= 0) {
      return Page.of(
          ordinal,
          firstOfPage,
          store.cold(),
          pageFolds,
          slices.read(VarLongs.size(sliceCount), firstOfPage, in));
    }
    long firstSlice = firstOfPage + VarLongs.read(in);
    long lastSlice = firstSlice + VarLongs.read(in);
    Page.ColdBounds bounds = new Page.ColdBounds(VarLongs.size(-sliceCount), firstSlice, lastSlice);
    Page<A> page = Page.cold(ordinal, firstOfPage, store.cold(), pageFolds, bounds);
    long oldestLabel = VarLongs.read(in);
    page.noteLabel(oldestLabel);
    page.noteLabel(oldestLabel + VarLongs.read(in));
    return page;
  }
}
