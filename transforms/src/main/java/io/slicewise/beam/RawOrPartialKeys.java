package io.slicewise.beam;

import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.slice.ColdPages;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.display.DisplayData;

/**
 * The same as {@code keys}, with the same state, for elements some of which come as partial
 * aggregates.
 */
record RawOrPartialKeys<V, A, O>(WindowedKeys<V, A, O> keys)
    implements KeyedAggregation<RawOrPartial<V>, O> {

  @Override
  public KeyEngine<RawOrPartial<V>, O> engine() {
    return keys.aggregation().engine(new RawOrPartialAggregate<>(keys.function()));
  }

  @Override
  public KeyEngine<RawOrPartial<V>, O> engineWithoutLateness() {
    return keys.aggregation().engineWithoutLateness(new RawOrPartialAggregate<>(keys.function()));
  }

  @Override
  public Coder<KeyState> stateCoder() {
    return keys.stateCoder();
  }

  @Override
  public Coder<HotState<?>> hotStateCoder() {
    return keys.hotStateCoder();
  }

  @Override
  public Coder<ColdPages> coldPagesCoder() {
    return keys.coldPagesCoder();
  }

  @Override
  public long countOf(RawOrPartial<V> element) {
    return element.count();
  }

  @Override
  public Object lateValueOf(RawOrPartial<V> element) {
    if (element instanceof RawOrPartial.Raw<V> raw) {
      return raw.value();
    }
    throw new IllegalStateException(
        "A partial aggregate of "
            + element.count()
            + " elements came late, though only single elements can. The watermark has passed one"
            + " that was still to come.");
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    keys.populateDisplayData(builder);
  }
}
