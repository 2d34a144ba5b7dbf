package io.slicewise.inverse;

import java.util.Optional;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** A function and the inverse that it was given. */
final class InvertibleFn<V, A, O> extends CombineFn<V, A, O> implements Invertible<A> {
  private static final long serialVersionUID = 1L;

  private final CombineFn<V, A, O> combineFn;
  private final AccumulatorInverse<A> inverse;

  InvertibleFn(CombineFn<V, A, O> combineFn, AccumulatorInverse<A> inverse) {
    this.combineFn = combineFn;
    this.inverse = inverse;
  }

  @Override
  public Optional<AccumulatorInverse<A>> inverse() {
    return Optional.of(inverse);
  }

  @Override
  public A createAccumulator() {
    return combineFn.createAccumulator();
  }

  @Override
  public A addInput(A accumulator, V value) {
    return combineFn.addInput(accumulator, value);
  }

  @Override
  public A mergeAccumulators(Iterable<A> accumulators) {
    return combineFn.mergeAccumulators(accumulators);
  }

  @Override
  public A compact(A accumulator) {
    return combineFn.compact(accumulator);
  }

  @Override
  public O extractOutput(A accumulator) {
    return combineFn.extractOutput(accumulator);
  }

  @Override
  public O defaultValue() {
    return combineFn.defaultValue();
  }

  @Override
  public Coder<A> getAccumulatorCoder(CoderRegistry registry, Coder<V> inputCoder)
      throws CannotProvideCoderException {
    return combineFn.getAccumulatorCoder(registry, inputCoder);
  }

  @Override
  public Coder<O> getDefaultOutputCoder(CoderRegistry registry, Coder<V> inputCoder)
      throws CannotProvideCoderException {
    return combineFn.getDefaultOutputCoder(registry, inputCoder);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("combineFn", combineFn.getClass()).withLabel("Combine Function"))
        .add(DisplayData.item("inverse", inverse.getClass()).withLabel("Inverse"))
        .include("combineFn", combineFn);
  }
}
