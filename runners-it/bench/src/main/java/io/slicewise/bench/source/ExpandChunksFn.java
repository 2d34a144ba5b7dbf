package io.slicewise.bench.source;

import io.slicewise.bench.measure.Measurement;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** The events of each chunk, in Beam. */
public final class ExpandChunksFn extends DoFn<Long, KV<Long, Long>> {
  private static final long serialVersionUID = 1L;

  private final EventStream stream;
  private final String measurementId;
  private transient Measurement measurement;

  /** The events of chunks of {@code stream}. */
  public ExpandChunksFn(EventStream stream, String measurementId) {
    this.stream = stream;
    this.measurementId = measurementId;
  }

  /** Finds the measurement. */
  @Setup
  public void setup() {
    measurement = Measurement.of(measurementId);
  }

  /** Gives the events of a chunk. */
  @ProcessElement
  public void processElement(@Element Long chunk, OutputReceiver<KV<Long, Long>> events) {
    long end = stream.endOf(chunk);
    measurement.chunk(end);
    for (long event = stream.firstOf(chunk); event < end; event++) {
      long bits = stream.bits(event);
      events.outputWithTimestamp(
          KV.of(stream.key(event, bits), EventStream.value(bits)),
          Instant.ofEpochMilli(stream.timestampMillis(event, bits)));
    }
  }

  /** Late events are earlier than their chunk. */
  @Override
  @SuppressWarnings("deprecation") // There is no replacement yet.
  public Duration getAllowedTimestampSkew() {
    return Duration.millis(stream.lateShare() > 0 ? stream.latenessMillis() : 0);
  }
}
