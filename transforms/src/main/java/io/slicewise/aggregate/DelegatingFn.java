package io.slicewise.aggregate;

import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** A function that aggregates with the accumulators of another. */
abstract class DelegatingFn<T, V, A, O, R> extends CombineFn<T, A, R> {
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
