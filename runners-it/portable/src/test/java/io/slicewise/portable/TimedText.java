package io.slicewise.portable;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import java.io.Serializable;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.CoderUtils;

/** An element of a scenario whose value is a text: a form that all runners can hand on. */
record TimedText(String key, String value, long timestampMillis) implements Serializable {

  static <V> TimedText of(Event.Element element, Aggregate<V, ?, ?> aggregate) {
    try {
      V value = aggregate.valueClass().cast(element.value());
      return new TimedText(
          element.key(),
          CoderUtils.encodeToBase64(aggregate.valueCoder(), value),
          element.timestampMillis());
    } catch (CoderException e) {
      throw new IllegalStateException("Its own coder must take " + element, e);
    }
  }

  static <V> V decoded(String value, Coder<V> coder) throws CoderException {
    return CoderUtils.decodeFromBase64(coder, value);
  }
}
