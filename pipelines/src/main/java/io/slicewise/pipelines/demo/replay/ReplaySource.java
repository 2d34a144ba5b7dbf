package io.slicewise.pipelines.demo.replay;

import java.nio.file.Path;
import org.apache.beam.sdk.coders.Coder;

/** A replay of the events of the demo. */
public final class ReplaySource extends Replay<Event> {
  private static final long serialVersionUID = 1L;

  private ReplaySource(
      String file, long boundMillis, WatermarkEdges edges, boolean checkpointsAtAnyTime) {
    super(file, boundMillis, edges, checkpointsAtAnyTime);
  }

  /**
   * Replays a file.
   *
   * @param file what {@link ReplayFile#write} wrote
   * @param boundMillis how far the watermark stays behind the newest event time; zero or more
   * @param edges where the watermark matters
   */
  public static ReplaySource of(Path file, long boundMillis, WatermarkEdges edges) {
    return new ReplaySource(file.toAbsolutePath().toString(), boundMillis, edges, false);
  }

  /**
   * The same for a runner that takes checkpoints at any time, as Flink does, and not only when it
   * has taken the watermark, as DirectRunner.
   */
  public ReplaySource withCheckpointsAtAnyTime() {
    return new ReplaySource(file(), boundMillis(), edges(), true);
  }

  @Override
  protected long timestampMillis(Event event) {
    return event.timestampMillis();
  }

  @Override
  public Coder<Event> getOutputCoder() {
    return EventCoder.of();
  }
}
