package io.slicewise.aggregate;

import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** Aggregates what a function makes of the elements. */
final class MappedFn<T, V, A, O> extends DelegatingFn<T, V, A, O, O> {
  private static final long serialVersionUID = 1L;

  private final SerializableFunction<? super T, ? extends V> mapping;
  private final Coder<V> mappedCoder;

  MappedFn(
      SerializableFunction<? super T, ? extends V> mapping,
      Coder<V> mappedCoder,
      CombineFn<V, A, O> combineFn) {
    super(combineFn);
    this.mapping = mapping;
    this.mappedCoder = mappedCoder;
  }

  @Override
  public A addInput(A accumulator, T element) {
    return combineFn.addInput(accumulator, mapping.apply(element));
  }

  @Override
  public O extractOutput(A accumulator) {
    return combineFn.extractOutput(accumulator);
  }

  @Override
  public Coder<A> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder)
      throws CannotProvideCoderException {
    return combineFn.getAccumulatorCoder(registry, mappedCoder);
  }

  @Override
  public Coder<O> getDefaultOutputCoder(CoderRegistry registry, Coder<T> inputCoder)
      throws CannotProvideCoderException {
    return combineFn.getDefaultOutputCoder(registry, mappedCoder);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder.add(DisplayData.item("mapping", mapping.getClass()).withLabel("Input Mapping"));
  }
}
