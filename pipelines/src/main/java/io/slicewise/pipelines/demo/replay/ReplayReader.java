package io.slicewise.pipelines.demo.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;

/** Reads a replay from a mark on. */
final class ReplayReader<T> extends UnboundedReader<T> {
  private final Replay<T> source;
  private final WatermarkPacing pacing;
  private final ReplayFile<T> file;
  private final long pauseNanos;

  /** Where the first event starts that was not given. */
  private long offset;

  private long newestMillis;

  /** When the last event was given, by {@link System#nanoTime}; absent before the first. */
  private OptionalLong givenNanos = OptionalLong.empty();

  /** Whether a read found nothing after the last event; only then the watermark leaves its rule. */
  private boolean ended;

  private Optional<T> current = Optional.empty();

  /** Read from the file and not given yet. */
  private Optional<T> next = Optional.empty();

  ReplayReader(Replay<T> source, ReplayMark mark, long pauseMillis) throws IOException {
    this.source = source;
    this.pauseNanos = TimeUnit.MILLISECONDS.toNanos(pauseMillis);
    this.file = ReplayFile.open(Path.of(source.file()), source.getOutputCoder(), mark.offset());
    this.offset = mark.offset();
    this.newestMillis = mark.newestMillis();
    this.pacing = mark.offset() > 0 ? WatermarkPacing.resumed() : WatermarkPacing.fresh();
  }

  @Override
  public boolean start() throws IOException {
    return advance();
  }

  @Override
  public boolean advance() throws IOException {
    current = Optional.empty();
    if (next.isEmpty() && !file.atEnd()) {
      next = Optional.of(file.next());
    }
    long newest = Math.max(newestMillis, next.map(source::newestMillis).orElse(newestMillis));
    boolean movesWatermark =
        next.isEmpty()
            || source
                .edges()
                .between(source.watermarkMillis(newestMillis), source.watermarkMillis(newest));
    if (!pacing.mayRead(movesWatermark) || pausing()) {
      return false;
    }
    if (next.isEmpty()) {
      ended = true;
      return false;
    }
    current = next;
    next = Optional.empty();
    offset = file.offset();
    newestMillis = newest;
    pacing.eventRead(movesWatermark);
    givenNanos = OptionalLong.of(System.nanoTime());
    return true;
  }

  private boolean pausing() {
    return givenNanos.isPresent() && System.nanoTime() - givenNanos.getAsLong() < pauseNanos;
  }

  @Override
  public T getCurrent() {
    return current.orElseThrow(
        () -> new NoSuchElementException("start or advance did not give an event"));
  }

  @Override
  public Instant getCurrentTimestamp() {
    return Instant.ofEpochMilli(source.timestampMillis(getCurrent()));
  }

  /** The newest event time minus the bound; the end of time once there is no more to read. */
  @Override
  public Instant getWatermark() {
    pacing.watermarkAsked();
    if (ended) {
      return BoundedWindow.TIMESTAMP_MAX_VALUE;
    }
    return Instant.ofEpochMilli(source.watermarkMillis(newestMillis));
  }

  @Override
  public ReplayMark getCheckpointMark() {
    if (!source.checkpointsAtAnyTime()) {
      pacing.checkpointTaken();
    }
    return new ReplayMark(offset, newestMillis);
  }

  @Override
  public long getSplitBacklogBytes() {
    return file.length() - offset;
  }

  @Override
  public Replay<T> getCurrentSource() {
    return source;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
