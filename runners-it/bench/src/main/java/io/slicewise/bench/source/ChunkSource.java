package io.slicewise.bench.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.checkerframework.checker.nullness.qual.Nullable;
import org.joda.time.Instant;

/**
 * The chunks of a stream by their numbers, as a source of Beam. A chunk has the earliest timestamp
 * that its events can have; the watermark follows the chunks, and goes to the end of time with the
 * last.
 */
public final class ChunkSource extends UnboundedSource<Long, ChunkSource.Mark> {
  private static final long serialVersionUID = 1L;

  private final Chunks stream;

  /** The chunks of {@code stream}. */
  public ChunkSource(Chunks stream) {
    this.stream = stream;
  }

  @Override
  public List<ChunkSource> split(int desiredSplits, PipelineOptions options) {
    return List.of(this);
  }

  @Override
  public UnboundedReader<Long> createReader(PipelineOptions options, @Nullable Mark mark) {
    return new Reader(this, mark == null ? -1 : mark.chunk);
  }

  @Override
  public Coder<Mark> getCheckpointMarkCoder() {
    return new MarkCoder();
  }

  @Override
  public Coder<Long> getOutputCoder() {
    return VarLongCoder.of();
  }

  /**
   * How far the chunks are read.
   *
   * @param chunk the last one that was read, or -1
   */
  record Mark(long chunk) implements CheckpointMark {
    @Override
    public void finalizeCheckpoint() {}
  }

  private static final class MarkCoder extends AtomicCoder<Mark> {
    private static final long serialVersionUID = 1L;

    @Override
    public void encode(Mark mark, OutputStream out) throws IOException {
      VarLongCoder.of().encode(mark.chunk, out);
    }

    @Override
    public Mark decode(InputStream in) throws IOException {
      return new Mark(VarLongCoder.of().decode(in));
    }
  }

  private static final class Reader extends UnboundedReader<Long> {
    private final ChunkSource source;
    private final Chunks stream;
    private long chunk;

    private Reader(ChunkSource source, long chunk) {
      this.source = source;
      this.stream = source.stream;
      this.chunk = chunk;
    }

    @Override
    public boolean start() {
      return advance();
    }

    @Override
    public boolean advance() {
      if (chunk + 1 < stream.chunks() && stream.mayRead(chunk + 1)) {
        chunk++;
        return true;
      }
      return false;
    }

    @Override
    public Instant getWatermark() {
      if (chunk < 0) {
        return BoundedWindow.TIMESTAMP_MIN_VALUE;
      }
      return chunk + 1 == stream.chunks()
          ? BoundedWindow.TIMESTAMP_MAX_VALUE
          : Instant.ofEpochMilli(stream.watermarkAfter(chunk));
    }

    @Override
    public CheckpointMark getCheckpointMark() {
      return new Mark(chunk);
    }

    @Override
    public ChunkSource getCurrentSource() {
      return source;
    }

    @Override
    public Long getCurrent() {
      if (chunk < 0) {
        throw new NoSuchElementException("nothing read yet");
      }
      return chunk;
    }

    @Override
    public Instant getCurrentTimestamp() {
      return Instant.ofEpochMilli(stream.earliestOf(getCurrent()));
    }

    @Override
    public void close() {}
  }
}
