package io.slicewise.core.engine;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.slice.ColdPages;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The bytes of {@link ColdPages}, with a format version first. */
public final class ColdPagesCodec {
  private static final StateHeader HEADER = new StateHeader(1);

  private final int fingerprint;

  /**
   * A codec for what is put apart of the states of one transform.
   *
   * @param fingerprint of its windowing; that of what is read is left to the {@link KeyStateCodec},
   *     without whose state no page is looked at
   */
  public ColdPagesCodec(int fingerprint) {
    this.fingerprint = fingerprint;
  }

  /** Writes {@code pages}. */
  public void write(ColdPages pages, DataOutput out) throws IOException {
    HEADER.write(fingerprint, out);
    VarLongs.write(pages.slicesByPage().size(), out);
    long previous = 0;
    for (Map.Entry<Long, byte[]> page : pages.slicesByPage().entrySet()) {
      VarLongs.write(page.getKey() - previous, out);
      previous = page.getKey();
      VarLongs.write(page.getValue().length, out);
      out.write(page.getValue());
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes are of a later format version, or corrupt
   */
  public ColdPages read(DataInput in) throws IOException {
    HEADER.read(in);
    NavigableMap<Long, byte[]> pages = new TreeMap<>();
    int count = VarLongs.readSize(in);
    long page = 0;
    for (int i = 0; i < count; i++) {
      page += VarLongs.read(in);
      byte[] slices = new byte[VarLongs.readSize(in)];
      in.readFully(slices);
      pages.put(page, slices);
    }
    return new ColdPages(pages);
  }
}
