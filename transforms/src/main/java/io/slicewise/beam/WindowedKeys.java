package io.slicewise.beam;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.WindowingSpec;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** Aggregates in windows of time. */
record WindowedKeys<V, A, O>(WindowingSpec windowing, CombineFnAggregate<V, A, O> function)
    implements KeyedAggregation<V, O> {

  @Override
  public KeyEngine<V, O> engine() {
    return new WindowedAggregation(windowing).engine(function);
  }

  @Override
  public Coder<KeyState> stateCoder() {
    return new KeyStateCoder<>(function.accumulatorCoder(), new WindowedAggregation(windowing));
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("windows", windowing.windows().toString()).withLabel("Windows"))
        .add(DisplayData.item("assignment", windowing.assignment().name()).withLabel("Assignment"))
        .add(
            DisplayData.item("accumulation", windowing.accumulation().name())
                .withLabel("Accumulation"))
        .include("combineFn", function.combineFn());
  }
}
