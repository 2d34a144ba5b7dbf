package io.slicewise.pipelines.scenario.run;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import java.util.Optional;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * All events as a {@link TestStream}, one after the other. Restarts have no counterpart there.
 *
 * @param clockStart the processing time at which a stream begins, moved to 0 before the first
 *     event; absent if the runner's streams cannot advance processing time
 */
public record TestStreamInput(Optional<Instant> clockStart) implements EventInput {

  @Override
  public <V> PCollection<KV<String, V>> read(
      Pipeline pipeline, String name, Scenario scenario, Aggregate<V, ?, ?> aggregate) {
    TestStream.Builder<KV<String, V>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), aggregate.valueCoder()));
    if (clockStart.isPresent()) {
      stream = advance(stream, -clockStart.get().getMillis());
    }
    for (Event event : scenario.events()) {
      if (event instanceof Event.Element element) {
        stream = stream.addElements(timestamped(element, aggregate));
      } else if (event instanceof Event.Watermark watermark) {
        stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(watermark.millis()));
      } else if (event instanceof Event.AdvanceProcessingTime advance && clockStart.isPresent()) {
        stream = advance(stream, advance.millis());
      }
    }
    return pipeline.apply(name, stream.advanceWatermarkToInfinity());
  }

  static <V> TimestampedValue<KV<String, V>> timestamped(
      Event.Element element, Aggregate<V, ?, ?> aggregate) {
    return TimestampedValue.of(
        KV.of(element.key(), aggregate.valueClass().cast(element.value())),
        Instant.ofEpochMilli(element.timestampMillis()));
  }

  private static <T> TestStream.Builder<T> advance(TestStream.Builder<T> stream, long millis) {
    return millis == 0 ? stream : stream.advanceProcessingTime(Duration.millis(millis));
  }
}
