package io.slicewise.upgrade;

import java.io.Serializable;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.checkerframework.checker.nullness.qual.Nullable;
import org.joda.time.Instant;

/**
 * Reads {@link Phases}, the elements of one only once the watermark after the one before has been
 * seen downstream: in each run, an element meets the same watermark.
 *
 * <p>Savepoints hold this class and its mark: their names and fields must stay.
 */
final class PhaseSource extends UnboundedSource<KV<String, Long>, PhaseSource.Mark> {
  private static final long serialVersionUID = 1L;

  @Override
  public List<PhaseSource> split(int desiredSplits, PipelineOptions options) {
    return List.of(this);
  }

  @Override
  public UnboundedReader<KV<String, Long>> createReader(
      PipelineOptions options, @Nullable Mark mark) {
    return new Reader(
        this,
        mark == null ? new Mark(0, 0) : mark,
        PhaseRun.of(options),
        options.as(PhaseOptions.class).getPhaseCount());
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
   * How far the phases are read.
   *
   * @param phase of the element that is next
   * @param position within that phase
   */
  record Mark(int phase, int position) implements CheckpointMark, Serializable {
    @Override
    public void finalizeCheckpoint() {}
  }

  private static final class Reader extends UnboundedReader<KV<String, Long>> {
    private final PhaseSource source;
    private final PhaseRun run;
    private final int phaseCount;
    private final int firstPhase;
    private int phase;
    private int position;
    private @Nullable TimestampedValue<KV<String, Long>> current;

    /**
     * Flink does not restore the watermark: it must have sent it again before the first element. It
     * asks for it once to see whether the source has ended, and once more when it sends it on.
     */
    private boolean watermarkSent;

    private int questions;

    private Reader(PhaseSource source, Mark mark, PhaseRun run, int phaseCount) {
      this.source = source;
      this.run = run;
      this.phaseCount = phaseCount;
      this.firstPhase = mark.phase;
      this.phase = mark.phase;
      this.position = mark.position;
      this.watermarkSent = firstPhase == 0;
    }

    @Override
    public boolean start() {
      return advance();
    }

    @Override
    public boolean advance() {
      if (phase == phaseCount || (phase > firstPhase && !run.isOver(phase - 1))) {
        return false;
      }
      if (!watermarkSent) {
        watermarkSent = questions >= 2;
        questions = 0;
        if (!watermarkSent) {
          return false;
        }
      }
      List<TimestampedValue<KV<String, Long>>> elements = Phases.elements(phase);
      current = elements.get(position++);
      if (position == elements.size()) {
        phase++;
        position = 0;
      }
      return true;
    }

    @Override
    public Instant getWatermark() {
      questions++;
      return Phases.watermarkAfter(phase - 1);
    }

    @Override
    public CheckpointMark getCheckpointMark() {
      return new Mark(phase, position);
    }

    @Override
    public PhaseSource getCurrentSource() {
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
