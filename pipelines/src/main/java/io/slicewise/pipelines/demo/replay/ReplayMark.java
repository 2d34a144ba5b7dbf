package io.slicewise.pipelines.demo.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.io.UnboundedSource.CheckpointMark;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;

/**
 * How far a reader came: all that another reader needs to go on from there.
 *
 * @param offset where the next event starts in the file
 * @param newestMillis the newest event time so far; the least time there is before the first event
 */
public record ReplayMark(long offset, long newestMillis) implements CheckpointMark {
  /** Before the first event. */
  static final ReplayMark START = new ReplayMark(0, BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis());

  /** Nothing is to be told to anybody: the file stays as it is. */
  @Override
  public void finalizeCheckpoint() {}

  /** Encodes a mark as two numbers. */
  static Coder<ReplayMark> coder() {
    return MarkCoder.INSTANCE;
  }

  private static final class MarkCoder extends AtomicCoder<ReplayMark> {
    private static final long serialVersionUID = 1L;
    private static final MarkCoder INSTANCE = new MarkCoder();

    @Override
    public void encode(ReplayMark mark, OutputStream out) throws IOException {
      VarLongCoder.of().encode(mark.offset(), out);
      VarLongCoder.of().encode(mark.newestMillis(), out);
    }

    @Override
    public ReplayMark decode(InputStream in) throws IOException {
      return new ReplayMark(VarLongCoder.of().decode(in), VarLongCoder.of().decode(in));
    }

    private Object readResolve() {
      return INSTANCE;
    }
  }
}
