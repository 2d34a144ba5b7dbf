package io.slicewise.beam;

import static org.apache.beam.sdk.transforms.display.DisplayData.item;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.slice.ColdPages;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** Aggregates in windows. */
record WindowedKeys<V, A, O>(WindowedAggregation aggregation, CombineFnAggregate<V, A, O> function)
    implements KeyedAggregation<V, O> {

  @Override
  public KeyEngine<V, O> engine() {
    return aggregation.engine(function);
  }

  @Override
  public KeyEngine<V, O> engineWithoutLateness() {
    return aggregation.engineWithoutLateness(function);
  }

  @Override
  public Coder<HotState<?>> hotStateCoder() {
    return new HotStateCoder<>(function.accumulatorCoder(), aggregation.origins());
  }

  @Override
  public Coder<ColdPages> coldPagesCoder() {
    return new ColdPagesCoder<>(function.accumulatorCoder(), aggregation.fingerprint());
  }

  @Override
  public Coder<KeyState> stateCoder() {
    return new KeyStateCoder<>(function.accumulatorCoder(), aggregation);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder.include("combineFn", function.combineFn());
    for (int i = 0; i < aggregation.specs().size(); i++) {
      WindowingSpec spec = aggregation.specs().get(i);
      String number = i == 0 ? "" : String.valueOf(i + 1);
      builder
          .add(item("windows" + number, spec.windows().toString()).withLabel("Windows"))
          .add(item("assignment" + number, spec.assignment().name()).withLabel("Assignment"))
          .add(item("accumulation" + number, spec.accumulation().name()).withLabel("Accumulation"));
    }
  }
}
