package io.slicewise.bench.soak;

import io.slicewise.bench.measure.Measurement;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** The first and the last step of a soak job. */
final class SoakFns {
  private SoakFns() {}

  /** Gives the events of each chunk, and the sentinel after the last. */
  static final class EventsFn extends DoFn<Long, KV<Long, Long>> {
    private static final long serialVersionUID = 1L;

    private final SoakStream stream;
    private final long sizeMillis;
    private final String measurementId;
    private transient Measurement measurement;

    EventsFn(SoakStream stream, long sizeMillis, String measurementId) {
      this.stream = stream;
      this.sizeMillis = sizeMillis;
      this.measurementId = measurementId;
    }

    @Setup
    public void setup() {
      measurement = Measurement.of(measurementId);
    }

    @ProcessElement
    public void processElement(@Element Long chunk, OutputReceiver<KV<Long, Long>> events) {
      long end = stream.endOf(chunk);
      measurement.chunk(end);
      for (long event = stream.firstOf(chunk); event < end; event++) {
        events.outputWithTimestamp(
            KV.of(stream.keyOf(event), stream.valueOf(event)),
            Instant.ofEpochMilli(stream.timestampMillis(event)));
      }
      if (end == stream.events()) {
        events.outputWithTimestamp(
            KV.of(SoakStream.SENTINEL, 1L),
            Instant.ofEpochMilli(stream.sentinelMillis(sizeMillis)));
      }
    }

    /** Late events are earlier than their chunk. */
    @Override
    @SuppressWarnings("deprecation") // There is no replacement yet.
    public Duration getAllowedTimestampSkew() {
      return Duration.millis(stream.latenessMillis());
    }
  }

  /** Checks the panes. */
  static final class PaneFn extends DoFn<KV<Long, Long>, Void> {
    private static final long serialVersionUID = 1L;

    private final String checkId;
    private final String measurementId;
    private transient PaneCheck check;
    private transient Measurement measurement;

    PaneFn(String checkId, String measurementId) {
      this.checkId = checkId;
      this.measurementId = measurementId;
    }

    @Setup
    public void setup() {
      check = PaneCheck.of(checkId);
      measurement = Measurement.of(measurementId);
    }

    @ProcessElement
    public void processElement(@Element KV<Long, Long> pane, BoundedWindow window) {
      if (pane.getKey() == SoakStream.SENTINEL) {
        check.sentinel(measurement);
        return;
      }
      check.pane(pane.getKey(), window.maxTimestamp().getMillis() + 1, pane.getValue());
    }
  }
}
