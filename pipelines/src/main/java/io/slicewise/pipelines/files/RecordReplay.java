package io.slicewise.pipelines.files;

import io.slicewise.pipelines.demo.replay.Replay;
import io.slicewise.pipelines.demo.replay.WatermarkEdges;
import java.nio.file.Path;
import org.apache.beam.sdk.coders.Coder;

/** A replay of the chunks of a {@link ChunkFile}. */
final class RecordReplay extends Replay<Chunk> {
  private static final long serialVersionUID = 1L;

  private final WatermarkSteps steps;

  RecordReplay(Path file, WatermarkSteps steps, boolean checkpointsAtAnyTime) {
    super(
        file.toAbsolutePath().toString(),
        steps.boundMillis(),
        new WatermarkEdges(steps.stepMillis(), 0, 0),
        checkpointsAtAnyTime);
    this.steps = steps;
  }

  @Override
  protected long watermarkMillis(long newestMillis) {
    return steps.watermarkMillis(newestMillis);
  }

  @Override
  protected long timestampMillis(Chunk chunk) {
    return chunk.earliestMillis();
  }

  @Override
  protected long newestMillis(Chunk chunk) {
    return chunk.newestMillis();
  }

  @Override
  public Coder<Chunk> getOutputCoder() {
    return Chunk.coder();
  }
}
