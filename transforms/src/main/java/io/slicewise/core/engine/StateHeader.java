package io.slicewise.core.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the bytes of every state start with: the format version, and what tells its windowing from
 * others.
 */
record StateHeader(int fingerprint) {
  private static final int FORMAT_VERSION = 1;

  void write(DataOutput out) throws IOException {
    out.writeByte(FORMAT_VERSION);
    out.writeInt(fingerprint);
  }

  void read(DataInput in) throws IOException {
    int version = in.readByte();
    if (version != FORMAT_VERSION) {
      throw new IOException(
          "State format version: must be "
              + FORMAT_VERSION
              + " but was "
              + version
              + ". Restore this state with the release of Slicewise that wrote it.");
    }
    if (in.readInt() != fingerprint) {
      throw new IOException(
          "State of other windows: the windows, trigger, accumulation mode or timestamp combiner"
              + " must be those that the state was written with. Change them back, or start without"
              + " the old state, under another step name.");
    }
  }
}
