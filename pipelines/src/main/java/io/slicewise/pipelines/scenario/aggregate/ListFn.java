package io.slicewise.pipelines.scenario.aggregate;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** All values. Merges into its first argument, which Beam allows. */
final class ListFn<V> extends CombineFn<V, List<V>, List<V>> {
  private static final long serialVersionUID = 1L;

  @Override
  public List<V> createAccumulator() {
    return new ArrayList<>();
  }

  @Override
  public List<V> addInput(List<V> accumulator, V input) {
    accumulator.add(input);
    return accumulator;
  }

  @Override
  public List<V> mergeAccumulators(Iterable<List<V>> accumulators) {
    List<V> merged = null;
    for (List<V> accumulator : accumulators) {
      if (merged == null) {
        merged = accumulator;
      } else {
        merged.addAll(accumulator);
      }
    }
    return merged == null ? createAccumulator() : merged;
  }

  @Override
  public List<V> extractOutput(List<V> accumulator) {
    return accumulator;
  }

  @Override
  public Coder<List<V>> getAccumulatorCoder(CoderRegistry registry, Coder<V> inputCoder) {
    return ListCoder.of(inputCoder);
  }

  @Override
  public Coder<List<V>> getDefaultOutputCoder(CoderRegistry registry, Coder<V> inputCoder) {
    return ListCoder.of(inputCoder);
  }
}
