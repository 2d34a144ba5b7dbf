package io.slicewise.pipelines.demo.replay;

import java.io.IOException;
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
 *
 * @param <T> the type of the events
 */
public abstract class Replay<T> extends UnboundedSource<T, ReplayMark> {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long boundMillis;
  private final WatermarkEdges edges;
  private final boolean checkpointsAtAnyTime;

  /**
   * Replays a file.
   *
   * @param file of {@link ReplayFile}
   * @param boundMillis how far the watermark stays behind the newest event time; zero or more
   * @param edges where the watermark matters
   * @param checkpointsAtAnyTime whether checkpoints do not tell that the watermark was taken
   */
  protected Replay(
      String file, long boundMillis, WatermarkEdges edges, boolean checkpointsAtAnyTime) {
    if (boundMillis < 0) {
      throw new IllegalArgumentException(
          "boundMillis: must be zero or more but was " + boundMillis + " ms.");
    }
    this.file = file;
    this.boundMillis = boundMillis;
    this.edges = edges;
    this.checkpointsAtAnyTime = checkpointsAtAnyTime;
  }

  /** The event time of an event. */
  protected abstract long timestampMillis(T event);

  /** The latest event time in an event, which is its own unless it stands for several. */
  protected long newestMillis(T event) {
    return timestampMillis(event);
  }

  /** The file. */
  protected final String file() {
    return file;
  }

  /** How far the watermark stays behind the newest event time. */
  protected final long boundMillis() {
    return boundMillis;
  }

  /** The watermark of a newest event time. */
  protected long watermarkMillis(long newestMillis) {
    return watermarkMillis(newestMillis, boundMillis);
  }

  /** The rule: the watermark of a newest event time and a bound. */
  public static long watermarkMillis(long newestMillis, long boundMillis) {
    long least = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
    return newestMillis < least + boundMillis ? least : newestMillis - boundMillis;
  }

  /** Where the watermark matters. */
  protected final WatermarkEdges edges() {
    return edges;
  }

  final boolean checkpointsAtAnyTime() {
    return checkpointsAtAnyTime;
  }

  @Override
  public List<Replay<T>> split(int desiredNumSplits, PipelineOptions options) {
    return List.of(this);
  }

  @Override
  public UnboundedReader<T> createReader(PipelineOptions options, @Nullable ReplayMark mark)
      throws IOException {
    return new ReplayReader<>(
        this,
        Optional.ofNullable(mark).orElse(ReplayMark.START),
        options.as(ReplayOptions.class).getReplayPauseMillis());
  }

  @Override
  public Coder<ReplayMark> getCheckpointMarkCoder() {
    return ReplayMark.coder();
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("file", file).withLabel("Replayed file"))
        .add(DisplayData.item("boundMillis", boundMillis).withLabel("Watermark bound, ms"));
  }
}
