package io.slicewise.aggregate;

import io.slicewise.inverse.AccumulatorInverse;
import io.slicewise.inverse.Inverses;
import io.slicewise.inverse.Invertible;
import java.util.Optional;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** A function that aggregates with the accumulators of another. */
abstract class DelegatingFn<T, V, A, O, R> extends CombineFn<T, A, R> implements Invertible<A> {
  private static final long serialVersionUID = 1L;

  /** Whose accumulators these are. */
  final CombineFn<V, A, O> combineFn;

  DelegatingFn(CombineFn<V, A, O> combineFn) {
    this.combineFn = combineFn;
  }

  @Override
  public A createAccumulator() {
    return combineFn.createAccumulator();
  }

  @Override
  public A mergeAccumulators(Iterable<A> accumulators) {
    return combineFn.mergeAccumulators(accumulators);
  }

  @Override
  public Optional<AccumulatorInverse<A>> inverse() {
    return Inverses.of(combineFn);
  }

  @Override
  public A compact(A accumulator) {
    return combineFn.compact(accumulator);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder
        .add(DisplayData.item("combineFn", combineFn.getClass()).withLabel("Combine Function"))
        .include("combineFn", combineFn);
  }
}
