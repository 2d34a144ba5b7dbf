package io.slicewise.hostile;

import java.io.Serializable;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.checkerframework.checker.nullness.qual.Nullable;
import org.joda.time.Instant;

/**
 * Reads {@link RecoveryInput}, never more than {@link #AHEAD} elements ahead of the last completed
 * checkpoint: a job has many checkpoints however fast the machine is.
 */
final class RecoverySource extends UnboundedSource<KV<String, Long>, RecoverySource.Mark> {
  private static final long serialVersionUID = 1L;

  /** How many elements of a split are read between two checkpoints at most. */
  static final long AHEAD = 1000;

  private static final int WHOLE = -1;

  private final String run;
  private final int split;

  RecoverySource(RecoveryRun run) {
    this(run.id(), WHOLE);
  }

  private RecoverySource(String run, int split) {
    this.run = run;
    this.split = split;
  }

  @Override
  public List<RecoverySource> split(int desiredSplits, PipelineOptions options) {
    return split == WHOLE
        ? IntStream.range(0, RecoveryInput.SPLITS)
            .mapToObj(part -> new RecoverySource(run, part))
            .toList()
        : List.of(this);
  }

  @Override
  public UnboundedReader<KV<String, Long>> createReader(
      PipelineOptions options, @Nullable Mark mark) {
    if (mark != null && mark.position > 0) {
      RecoveryRun.of(run).readerResumes();
    }
    return new Reader(
        this, mark == null ? new Mark(run, split, 0, Long.MIN_VALUE) : mark, RecoveryRun.of(run));
  }

  @Override
  public Coder<Mark> getCheckpointMarkCoder() {
    return SerializableCoder.of(Mark.class);
  }

  @Override
  public Coder<KV<String, Long>> getOutputCoder() {
    return KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of());
  }

  /**
   * How far a split is read.
   *
   * @param position of the element that is next
   * @param newest the latest timestamp so far
   */
  record Mark(String run, int split, long position, long newest)
      implements CheckpointMark, Serializable {
    @Override
    public void finalizeCheckpoint() {
      RecoveryRun.of(run).completed(split, position);
    }
  }

  private static final class Reader extends UnboundedReader<KV<String, Long>> {
    private final RecoverySource source;
    private final RecoveryRun run;
    private final long resumedAt;
    private long position;
    private long newest;
    private @Nullable TimestampedValue<KV<String, Long>> current;

    private Reader(RecoverySource source, Mark mark, RecoveryRun run) {
      this.source = source;
      this.run = run;
      resumedAt = mark.position;
      position = mark.position;
      newest = mark.newest;
    }

    @Override
    public boolean start() {
      return advance();
    }

    @Override
    public boolean advance() {
      long limit = Math.max(resumedAt, run.completedPosition(source.split)) + AHEAD;
      if (position >= Math.min(limit, RecoveryInput.ELEMENTS)) {
        return false;
      }
      current = RecoveryInput.element(source.split, position++);
      newest = Math.max(newest, current.getTimestamp().getMillis());
      return true;
    }

    @Override
    public Instant getWatermark() {
      if (position >= RecoveryInput.ELEMENTS) {
        return BoundedWindow.TIMESTAMP_MAX_VALUE;
      }
      return position == 0
          ? BoundedWindow.TIMESTAMP_MIN_VALUE
          : Instant.ofEpochMilli(newest - RecoveryInput.DISORDER);
    }

    @Override
    public CheckpointMark getCheckpointMark() {
      return new Mark(source.run, source.split, position, newest);
    }

    @Override
    public RecoverySource getCurrentSource() {
      return source;
    }

    @Override
    public KV<String, Long> getCurrent() {
      return read().getValue();
    }

    @Override
    public Instant getCurrentTimestamp() {
      return read().getTimestamp();
    }

    @Override
    public void close() {}

    private TimestampedValue<KV<String, Long>> read() {
      if (current == null) {
        throw new NoSuchElementException("nothing read yet");
      }
      return current;
    }
  }
}
