package io.slicewise.core.slice;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The slices of pages that nothing needs for the time being, as bytes, kept apart from the rest of
 * the {@link SliceStore}. Immutable.
 *
 * <p>The store says which of them are its own: pages that it has taken back, or dropped, may still
 * be here until the next pages come.
 */
public final class ColdPages {
  /** No pages. */
  public static final ColdPages NONE = new ColdPages(new TreeMap<>());

  private final NavigableMap<Long, byte[]> slicesByPage;

  /**
   * Pages by ordinal.
   *
   * @param slicesByPage not to be changed any more, nor the bytes in it
   */
  public ColdPages(NavigableMap<Long, byte[]> slicesByPage) {
    this.slicesByPage = slicesByPage;
  }

  /** The bytes of the slices by page, neither of which may be changed. */
  public NavigableMap<Long, byte[]> slicesByPage() {
    return slicesByPage;
  }
}
