package io.slicewise.aggregate;

import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableFunction;

/** Gives what a function makes of the results. */
final class MappedResultFn<T, A, O, R> extends DelegatingFn<T, T, A, O, R> {
  private static final long serialVersionUID = 1L;

  private final SerializableFunction<? super O, ? extends R> mapping;
  private final Coder<R> resultCoder;

  MappedResultFn(
      SerializableFunction<? super O, ? extends R> mapping,
      Coder<R> resultCoder,
      CombineFn<T, A, O> combineFn) {
    super(combineFn);
    this.mapping = mapping;
    this.resultCoder = resultCoder;
  }

  @Override
  public A addInput(A accumulator, T element) {
    return combineFn.addInput(accumulator, element);
  }

  @Override
  public R extractOutput(A accumulator) {
    return mapping.apply(combineFn.extractOutput(accumulator));
  }

  @Override
  public Coder<A> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder)
      throws CannotProvideCoderException {
    return combineFn.getAccumulatorCoder(registry, inputCoder);
  }

  @Override
  public Coder<R> getDefaultOutputCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return resultCoder;
  }
}
