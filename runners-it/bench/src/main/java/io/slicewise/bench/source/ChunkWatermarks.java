package io.slicewise.bench.source;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/** The watermark after the last chunk, in Flink, at the interval that the job is set to. */
public final class ChunkWatermarks implements WatermarkGenerator<Long> {
  private final EventStream stream;
  private long lastChunk = -1;

  private ChunkWatermarks(EventStream stream) {
    this.stream = stream;
  }

  /** Timestamps and watermarks of chunks, as {@link ChunkSource} has them. */
  public static WatermarkStrategy<Long> of(EventStream stream) {
    return WatermarkStrategy.<Long>forGenerator(context -> new ChunkWatermarks(stream))
        .withTimestampAssigner((chunk, previous) -> stream.earliestOf(chunk));
  }

  @Override
  public void onEvent(Long chunk, long timestamp, WatermarkOutput output) {
    lastChunk = chunk;
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    if (lastChunk >= 0) {
      // A watermark of Flink is the last instant that is over, one of Beam the first that is not.
      output.emitWatermark(new Watermark(stream.watermarkAfter(lastChunk) - 1));
    }
  }
}
