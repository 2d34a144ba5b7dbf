package io.slicewise.core.slice;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Where the pages of a store find their slices once these are kept apart. They must be lent anew
 * before each use of the store.
 *
 * @param <A> the type of the accumulators
 */
final class ColdSlices<A> {
  private Supplier<ColdPages> source;
  private SlicesCodec<A> codec;

  /** Null until they are needed. */
  private ColdPages pages;

  void lend(Supplier<ColdPages> newSource, SlicesCodec<A> newCodec) {
    source = newSource;
    codec = newCodec;
    pages = null;
  }

  void giveBack() {
    lend(null, null);
  }

  /** Reads the slices of a page. */
  List<Slice<A>> read(long page, long firstOfPage) {
    byte[] slices = pages().slicesByPage().get(page);
    if (slices == null) {
      throw new IllegalStateException(
          "The cold state of a key lacks the slices of page "
              + page
              + ", which its other state says are there. Both must be restored from the same"
              + " snapshot.");
    }
    return codec.fromBytes(slices, firstOfPage);
  }

  /** The pages that are stored and still cold, for more to be added. */
  NavigableMap<Long, byte[]> stillCold(NavigableMap<Long, Page<A>> ofStore) {
    NavigableMap<Long, byte[]> still = new TreeMap<>();
    pages()
        .slicesByPage()
        .forEach(
            (ordinal, bytes) -> {
              Page<A> page = ofStore.get(ordinal);
              if (page != null && page.isCold()) {
                still.put(ordinal, bytes);
              }
            });
    return still;
  }

  private ColdPages pages() {
    if (pages == null) {
      if (source == null) {
        throw new IllegalStateException("Cold slices are needed but were not lent.");
      }
      pages = source.get();
    }
    return pages;
  }
}
