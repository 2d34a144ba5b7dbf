package io.slicewise.core.session;

import io.slicewise.core.codec.VarLongs;
import io.slicewise.core.engine.GroupCodec;
import io.slicewise.core.firing.FiringRecordCodec;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.Partial;
import io.slicewise.core.window.TimeWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The bytes of a {@link SessionState}.
 *
 * @param <A> the type of the accumulators
 */
public final class SessionStateCodec<A> implements GroupCodec<SessionState<A>> {
  private final AccumulatorCodec<A> accumulators;

  /** A codec for states whose accumulators {@code accumulators} encodes. */
  public SessionStateCodec(AccumulatorCodec<A> accumulators) {
    this.accumulators = accumulators;
  }

  @Override
  public void write(SessionState<A> state, long watermark, DataOutput out) throws IOException {
    VarLongs.write(state.sessions().size(), out);
    for (Session<A> session : state.sessions()) {
      writeWindow(session.window(), watermark, out);
      FiringRecordCodec.write(session, session.window().startMillis(), out);
      writeContent(session.content(), watermark, out);
    }
  }

  @Override
  public SessionState<A> read(long watermark, DataInput in) throws IOException {
    SessionState<A> state = new SessionState<>();
    int count = VarLongs.readSize(in);
    for (int i = 0; i < count; i++) {
      Session<A> session = new Session<>(readWindow(watermark, in), null);
      FiringRecordCodec.read(session, session.window().startMillis(), in);
      readContent(session.content(), watermark, in);
      state.sessions().add(session);
    }
    return state;
  }

  private void writeContent(SessionContent<A> content, long watermark, DataOutput out)
      throws IOException {
    VarLongs.write(content.parts().size(), out);
    for (SessionContent.Part<A> part : content.parts()) {
      out.writeBoolean(part.isShown());
      if (part.isShown()) {
        writeWindow(part.shownIn(), watermark, out);
      }
      byte[] bytes = part.partial().toBytes(accumulators);
      VarLongs.write(bytes.length, out);
      out.write(bytes);
    }
  }

  private void readContent(SessionContent<A> content, long watermark, DataInput in)
      throws IOException {
    int count = VarLongs.readSize(in);
    for (int i = 0; i < count; i++) {
      TimeWindow shownIn = in.readBoolean() ? readWindow(watermark, in) : null;
      byte[] bytes = new byte[VarLongs.readSize(in)];
      in.readFully(bytes);
      content.parts().add(new SessionContent.Part<>(Partial.ofBytes(bytes), shownIn));
    }
  }

  /** Windows are near the watermark. */
  private static void writeWindow(TimeWindow window, long watermark, DataOutput out)
      throws IOException {
    VarLongs.write(window.startMillis() - watermark, out);
    VarLongs.write(window.endMillis() - window.startMillis(), out);
  }

  private static TimeWindow readWindow(long watermark, DataInput in) throws IOException {
    long start = watermark + VarLongs.read(in);
    long length = VarLongs.read(in);
    if (length < 1) {
      throw new IOException("State is corrupt: the length of a session is " + length + " ms");
    }
    return new TimeWindow(start, start + length);
  }
}
