package io.slicewise.pipelines.demo.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.io.UnboundedSource;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * A {@link ReplayFile} as an endless-looking stream: its events in the order of the file, each
 * once, with their own event times.
 *
 * <p>The watermark is the newest event time so far minus a bound, and in the end, when the last
 * event and its watermark were taken, the end of time. An event that is older than the watermark is
 * late. Whenever the watermark crosses an edge the reader waits until the runner has taken it, so
 * that the panes do not depend on how fast or in what bundles a runner reads.
 *
 * <p>A checkpoint is a position in the file; reading goes on from there. The source never splits:
 * the order is the point. Workers must see the file under its path.
 */
public final class ReplaySource extends UnboundedSource<Event, ReplayMark> {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long boundMillis;
  private final WatermarkEdges edges;
  private final boolean checkpointsAtAnyTime;

  private ReplaySource(
      String file, long boundMillis, WatermarkEdges edges, boolean checkpointsAtAnyTime) {
    this.file = file;
    this.boundMillis = boundMillis;
    this.edges = edges;
    this.checkpointsAtAnyTime = checkpointsAtAnyTime;
  }

  /**
   * Replays a file.
   *
   * @param file what {@link ReplayFile#write} wrote
   * @param boundMillis how far the watermark stays behind the newest event time; zero or more
   * @param edges where the watermark matters
   */
  public static ReplaySource of(Path file, long boundMillis, WatermarkEdges edges) {
    if (boundMillis < 0) {
      throw new IllegalArgumentException(
          "boundMillis: must be zero or more but was " + boundMillis + " ms.");
    }
    return new ReplaySource(file.toAbsolutePath().toString(), boundMillis, edges, false);
  }

  /**
   * The same for a runner that takes checkpoints at any time, as Flink does, and not only when it
   * has taken the watermark, as DirectRunner.
   */
  public ReplaySource withCheckpointsAtAnyTime() {
    return new ReplaySource(file, boundMillis, edges, true);
  }

  String file() {
    return file;
  }

  /** The watermark of a newest event time. */
  long watermarkMillis(long newestMillis) {
    return watermarkMillis(newestMillis, boundMillis);
  }

  /** The rule: the watermark of a newest event time and a bound. */
  public static long watermarkMillis(long newestMillis, long boundMillis) {
    long least = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
    return newestMillis < least + boundMillis ? least : newestMillis - boundMillis;
  }

  WatermarkEdges edges() {
    return edges;
  }

  boolean checkpointsAtAnyTime() {
    return checkpointsAtAnyTime;
  }

  @Override
  public List<ReplaySource> split(int desiredNumSplits, PipelineOptions options) {
    return List.of(this);
  }

  @Override
  public UnboundedReader<Event> createReader(PipelineOptions options, @Nullable ReplayMark mark)
      throws IOException {
    return new ReplayReader(
        this,
        Optional.ofNullable(mark).orElse(ReplayMark.START),
        options.as(ReplayOptions.class).getReplayPauseMillis());
  }

  @Override
  public Coder<ReplayMark> getCheckpointMarkCoder() {
    return ReplayMark.coder();
  }

  @Override
  public Coder<Event> getOutputCoder() {
    return EventCoder.of();
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("file", file).withLabel("Replayed file"))
        .add(DisplayData.item("boundMillis", boundMillis).withLabel("Watermark bound, ms"));
  }
}
