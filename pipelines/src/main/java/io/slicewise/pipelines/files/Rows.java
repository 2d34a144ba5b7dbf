package io.slicewise.pipelines.files;

import java.io.IOException;
import java.nio.file.Path;

/** Reads the rows of files, one at a time. */
interface Rows {
  /** Takes rows. */
  interface Receiver {
    /** A row as a record that the aggregation reads. */
    void row(byte[] payload) throws IOException;

    /** What cannot be made a record, as text, and why. */
    void unreadable(Path file, long line, String row, String reason) throws IOException;
  }

  /** Reads a file to its end. */
  void read(Path file, Receiver receiver) throws IOException;
}
