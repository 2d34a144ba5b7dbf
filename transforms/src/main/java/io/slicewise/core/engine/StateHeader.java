package io.slicewise.core.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the bytes of every state start with: the format version, and what tells its windowing from
 * others.
 *
 * @param version the format version that is written; earlier ones are read, too
 */
record StateHeader(int version) {

  /** What was read of a header. */
  record Read(int version, int fingerprint) {}

  void write(int fingerprint, DataOutput out) throws IOException {
    out.writeByte(version);
    out.writeInt(fingerprint);
  }

  Read read(DataInput in) throws IOException {
    int read = in.readByte();
    if (read < 1 || read > version) {
      throw new IOException(
          "State format version: must be "
              + (version == 1 ? "1" : "from 1 to " + version)
              + " but was "
              + read
              + ". Restore this state with the release of Slicewise that wrote it.");
    }
    return new Read(read, in.readInt());
  }
}
