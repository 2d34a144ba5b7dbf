package io.slicewise.portable;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import io.slicewise.pipelines.scenario.run.EventInput;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Impulse;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * The elements alone, as a bounded input, given by one step: {@code Create} would be four, and each
 * takes time to start.
 */
record ImpulseInput() implements EventInput {

  @Override
  public <V> PCollection<KV<String, V>> read(
      Pipeline pipeline, String name, Scenario scenario, Aggregate<V, ?, ?> aggregate) {
    List<TimedText> texts =
        scenario.events().stream()
            .filter(Event.Element.class::isInstance)
            .map(event -> TimedText.of((Event.Element) event, aggregate))
            .toList();
    return pipeline
        .apply(name + " begin", Impulse.create())
        .apply(name, ParDo.of(new ElementsFn<>(texts, aggregate.valueCoder())))
        .setCoder(KvCoder.of(StringUtf8Coder.of(), aggregate.valueCoder()));
  }

  private static final class ElementsFn<V> extends DoFn<byte[], KV<String, V>> {
    private static final long serialVersionUID = 1L;

    private final List<TimedText> texts;
    private final Coder<V> coder;

    ElementsFn(List<TimedText> texts, Coder<V> coder) {
      this.texts = texts;
      this.coder = coder;
    }

    @ProcessElement
    public void process(OutputReceiver<KV<String, V>> output) throws CoderException {
      for (TimedText text : texts) {
        output.outputWithTimestamp(
            KV.of(text.key(), TimedText.decoded(text.value(), coder)),
            Instant.ofEpochMilli(text.timestampMillis()));
      }
    }

    /** An impulse has the earliest timestamp there is, and elements may be as early. */
    @Override
    @SuppressWarnings("deprecation") // There is no replacement yet.
    public Duration getAllowedTimestampSkew() {
      return Duration.millis(Long.MAX_VALUE);
    }
  }
}
