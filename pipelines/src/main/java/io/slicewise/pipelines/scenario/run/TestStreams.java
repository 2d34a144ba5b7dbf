package io.slicewise.pipelines.scenario.run;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Duration;
import org.joda.time.Instant;

/** The events of a scenario as a {@link TestStream}. Restarts have no counterpart there. */
final class TestStreams {
  private TestStreams() {}

  /**
   * A stream of {@code events}.
   *
   * @param clockStart the processing time at which the stream begins, moved to 0 before the first
   *     event; if absent, processing time is left alone
   */
  static <V> TestStream<KV<String, V>> of(
      List<Event> events, Aggregate<V, ?, ?> aggregate, Optional<Instant> clockStart) {
    TestStream.Builder<KV<String, V>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), aggregate.valueCoder()));
    if (clockStart.isPresent()) {
      stream = advance(stream, -clockStart.get().getMillis());
    }
    for (Event event : events) {
      if (event instanceof Event.Element element) {
        KV<String, V> value = KV.of(element.key(), aggregate.valueClass().cast(element.value()));
        Instant timestamp = Instant.ofEpochMilli(element.timestampMillis());
        stream = stream.addElements(TimestampedValue.of(value, timestamp));
      } else if (event instanceof Event.Watermark watermark) {
        stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(watermark.millis()));
      } else if (event instanceof Event.AdvanceProcessingTime advance && clockStart.isPresent()) {
        stream = advance(stream, advance.millis());
      }
    }
    return stream.advanceWatermarkToInfinity();
  }

  private static <T> TestStream.Builder<T> advance(TestStream.Builder<T> stream, long millis) {
    return millis == 0 ? stream : stream.advanceProcessingTime(Duration.millis(millis));
  }
}
