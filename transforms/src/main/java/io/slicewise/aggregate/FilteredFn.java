package io.slicewise.aggregate;

import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** Aggregates the elements that a predicate accepts. */
final class FilteredFn<T, A, O> extends DelegatingFn<T, T, A, O, O> {
  private static final long serialVersionUID = 1L;

  private final SerializableFunction<? super T, Boolean> predicate;

  FilteredFn(SerializableFunction<? super T, Boolean> predicate, CombineFn<T, A, O> combineFn) {
    super(combineFn);
    this.predicate = predicate;
  }

  @Override
  public A addInput(A accumulator, T element) {
    return predicate.apply(element) ? combineFn.addInput(accumulator, element) : accumulator;
  }

  @Override
  public O extractOutput(A accumulator) {
    return combineFn.extractOutput(accumulator);
  }

  @Override
  public Coder<A> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder)
      throws CannotProvideCoderException {
    return combineFn.getAccumulatorCoder(registry, inputCoder);
  }

  @Override
  public Coder<O> getDefaultOutputCoder(CoderRegistry registry, Coder<T> inputCoder)
      throws CannotProvideCoderException {
    return combineFn.getDefaultOutputCoder(registry, inputCoder);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder.add(DisplayData.item("predicate", predicate.getClass()).withLabel("Filter Predicate"));
  }
}
