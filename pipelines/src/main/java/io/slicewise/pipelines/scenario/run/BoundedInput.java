package io.slicewise.pipelines.scenario.run;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;

/** The elements alone, as a bounded input: nothing moves until the end of time. */
public record BoundedInput() implements EventInput {

  @Override
  public <V> PCollection<KV<String, V>> read(
      Pipeline pipeline, String name, Scenario scenario, Aggregate<V, ?, ?> aggregate) {
    List<TimestampedValue<KV<String, V>>> elements =
        scenario.events().stream()
            .filter(Event.Element.class::isInstance)
            .map(Event.Element.class::cast)
            .map(element -> TestStreamInput.timestamped(element, aggregate))
            .toList();
    return pipeline.apply(
        name,
        Create.timestamped(elements)
            .withCoder(KvCoder.of(StringUtf8Coder.of(), aggregate.valueCoder())));
  }
}
