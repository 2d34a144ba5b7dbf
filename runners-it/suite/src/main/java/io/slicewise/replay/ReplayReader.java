package io.slicewise.replay;

import io.slicewise.pipelines.scenario.Event;
import java.util.NoSuchElementException;
import org.apache.beam.sdk.io.UnboundedSource.UnboundedReader;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.KV;
import org.checkerframework.checker.nullness.qual.Nullable;
import org.joda.time.Instant;

/** Reads a {@link Replay} from a position on. */
final class ReplayReader<V> extends UnboundedReader<KV<String, V>> {
  /**
   * After a reader said that there is nothing now, Flink asks for the watermark once to see whether
   * the source has ended, and once more when it sends the watermark on.
   */
  private static final int QUESTIONS_WHEN_SENT = 2;

  private final ReplaySource<V> source;
  private final Replay replay;
  private final int number;
  private int position;
  private Instant watermark = BoundedWindow.TIMESTAMP_MIN_VALUE;
  private boolean watermarkSent = true;
  private int questions;
  private Event.@Nullable Element current;

  ReplayReader(ReplaySource<V> source, Replay replay, int position) {
    this.source = source;
    this.replay = replay;
    this.position = position;
    for (Event event : replay.events().subList(0, position)) {
      moveWatermark(event);
    }
    number = replay.monitor().opened(position);
  }

  @Override
  public boolean start() {
    return advance();
  }

  @Override
  public boolean advance() {
    current = null;
    if (!watermarkSent) {
      watermarkSent = questions >= QUESTIONS_WHEN_SENT;
      questions = 0;
      if (!watermarkSent) {
        return false;
      }
    }
    while (position < Math.min(replay.monitor().limit(number), replay.events().size())) {
      replay.monitor().read(number, position);
      Event event = replay.events().get(position++);
      if (event instanceof Event.Element element) {
        current = element;
        return true;
      }
      moveWatermark(event);
      if (!watermarkSent) {
        questions = 0;
        return false;
      }
    }
    replay.monitor().waiting(number, position);
    return false;
  }

  private void moveWatermark(Event event) {
    if (event instanceof Event.Watermark moved) {
      watermark = Instant.ofEpochMilli(moved.millis());
      watermarkSent = false;
    } else if (event instanceof Event.WatermarkEnd) {
      watermark = BoundedWindow.TIMESTAMP_MAX_VALUE;
      watermarkSent = false;
    }
  }

  @Override
  public Instant getWatermark() {
    questions++;
    return watermark;
  }

  @Override
  public ReplayMark getCheckpointMark() {
    replay.monitor().checkpointing(number, position);
    return new ReplayMark(replay.id(), position);
  }

  @Override
  public ReplaySource<V> getCurrentSource() {
    return source;
  }

  @Override
  public KV<String, V> getCurrent() {
    return KV.of(read().key(), source.valueClass().cast(read().value()));
  }

  @Override
  public Instant getCurrentTimestamp() {
    return Instant.ofEpochMilli(read().timestampMillis());
  }

  @Override
  public void close() {}

  private Event.Element read() {
    if (current == null) {
      throw new NoSuchElementException("nothing read yet");
    }
    return current;
  }
}
