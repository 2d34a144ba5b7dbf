package io.slicewise.pipelines.demo.replay;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.beam.sdk.util.CoderUtils;

/**
 * Events in a file, in the order in which they are replayed: for each its encoded length in four
 * bytes, then the event as {@link EventCoder} writes it. A reader can start at any event's offset.
 */
public final class ReplayFile implements AutoCloseable {
  /** What the file is called in a folder of its own. */
  public static final String NAME = "replay.bin";

  private final DataInputStream in;
  private final long length;
  private long offset;

  private ReplayFile(DataInputStream in, long length, long offset) {
    this.in = in;
    this.length = length;
    this.offset = offset;
  }

  /** Writes the events to a new file, or over an old one. */
  public static void write(Path file, Iterable<Event> events) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (Event event : events) {
        byte[] bytes = CoderUtils.encodeToByteArray(EventCoder.of(), event);
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }
  }

  /** Opens a file at the offset of an event, or at its end. */
  static ReplayFile open(Path file, long offset) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(file);
    channel.position(offset);
    return new ReplayFile(
        new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel))),
        channel.size(),
        offset);
  }

  /** Whether no event is left. */
  boolean atEnd() {
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
  Event next() throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    ByteArrayInputStream encoded = new ByteArrayInputStream(bytes);
    Event event = EventCoder.of().decode(encoded);
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
