package io.slicewise.pipelines.scenario.run;

import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.pipelines.scenario.aggregate.Aggregate;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.util.CoderUtils;

/** The aggregate of a scenario, for the engine. */
final class CombineFnFunction<V, A, O> implements AggregateFunction<V, A, O> {
  private static final long serialVersionUID = 1L;

  private final CombineFn<V, A, O> combineFn;
  private final Coder<A> accumulatorCoder;

  CombineFnFunction(Aggregate<V, A, O> aggregate) {
    this.combineFn = aggregate.combineFn();
    try {
      this.accumulatorCoder =
          combineFn.getAccumulatorCoder(CoderRegistry.createDefault(), aggregate.valueCoder());
    } catch (CannotProvideCoderException e) {
      throw new IllegalStateException("No coder for the accumulators of " + combineFn, e);
    }
  }

  @Override
  public A create() {
    return combineFn.createAccumulator();
  }

  @Override
  public A add(A accumulator, V value) {
    return combineFn.addInput(accumulator, value);
  }

  @Override
  public A merge(List<A> accumulators) {
    return combineFn.mergeAccumulators(accumulators);
  }

  @Override
  public O extract(A accumulator) {
    return combineFn.extractOutput(accumulator);
  }

  @Override
  public byte[] encode(A accumulator) {
    try {
      return CoderUtils.encodeToByteArray(accumulatorCoder, accumulator);
    } catch (CoderException e) {
      throw new UncheckedIOException("Could not encode an accumulator", e);
    }
  }

  @Override
  public A decode(byte[] bytes) {
    try {
      return CoderUtils.decodeFromByteArray(accumulatorCoder, bytes);
    } catch (CoderException e) {
      throw new UncheckedIOException("Could not decode an accumulator", e);
    }
  }
}
