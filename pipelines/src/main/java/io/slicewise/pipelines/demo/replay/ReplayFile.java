package io.slicewise.pipelines.demo.replay;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.util.CoderUtils;

/**
 * Events in a file, in the order in which they are replayed: for each its encoded length in four
 * bytes, then the event as its coder writes it. A reader can start at any event's offset.
 *
 * @param <T> the type of the events
 */
public final class ReplayFile<T> implements AutoCloseable {
  /** What the file is called in a folder of its own. */
  public static final String NAME = "replay.bin";

  private final DataInputStream in;
  private final Coder<T> coder;
  private final long length;
  private long offset;

  private ReplayFile(DataInputStream in, Coder<T> coder, long length, long offset) {
    this.in = in;
    this.coder = coder;
    this.length = length;
    this.offset = offset;
  }

  /** Writes the events to a new file, or over an old one. */
  public static void write(Path file, Iterable<Event> events) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (Event event : events) {
        append(out, EventCoder.of(), event);
      }
    }
  }

  /**
   * Writes an event after those before it.
   *
   * @return how many bytes it takes
   */
  public static <T> int append(DataOutput out, Coder<T> coder, T event) throws IOException {
    byte[] bytes = CoderUtils.encodeToByteArray(coder, event);
    out.writeInt(bytes.length);
    out.write(bytes);
    return Integer.BYTES + bytes.length;
  }

  /** Opens a file at the offset of an event, or at its end. */
  public static <T> ReplayFile<T> open(Path file, Coder<T> coder, long offset) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(file);
    channel.position(offset);
    return new ReplayFile<>(
        new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel))),
        coder,
        channel.size(),
        offset);
  }

  /** Whether no event is left. */
  public boolean atEnd() {
    return offset >= length;
  }

  /** Where the next event starts. */
  long offset() {
    return offset;
  }

  /** Where the file ends. */
  long length() {
    return length;
  }

  /** Reads one event and moves on; there must be one. */
  public T next() throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    ByteArrayInputStream encoded = new ByteArrayInputStream(bytes);
    T event = coder.decode(encoded);
    if (encoded.available() > 0) {
      throw new EOFException(encoded.available() + " bytes too many in the event at " + offset);
    }
    offset += Integer.BYTES + bytes.length;
    return event;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
