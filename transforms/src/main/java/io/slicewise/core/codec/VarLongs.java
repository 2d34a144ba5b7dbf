package io.slicewise.core.codec;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Integers in as few bytes as they need: 7 bits a byte, small magnitudes first (zigzag). */
public final class VarLongs {
  private VarLongs() {}

  /** Writes 1 to 10 bytes. */
  public static void write(long value, DataOutput out) throws IOException {
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      out.writeByte((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  /** Reads what {@link #write} wrote. */
  public static long read(DataInput in) throws IOException {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      long next = in.readByte();
      bits |= (next & 0x7F) << shift;
      if (next >= 0) {
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
    throw new IOException("State is corrupt: an integer is longer than 10 bytes");
  }

  /** Reads a length or count, which must not be negative. */
  public static int readSize(DataInput in) throws IOException {
    return size(read(in));
  }

  /** A length or count that was read, which must not be negative. */
  public static int size(long size) throws IOException {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new IOException("State is corrupt: a size is " + size);
    }
    return (int) size;
  }
}
