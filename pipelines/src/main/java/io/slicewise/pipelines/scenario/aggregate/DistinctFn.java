package io.slicewise.pipelines.scenario.aggregate;

import java.util.HashSet;
import java.util.Set;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.SetCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** The number of different values. Merges into its first argument, which Beam allows. */
final class DistinctFn<V> extends CombineFn<V, Set<V>, Long> {
  private static final long serialVersionUID = 1L;

  @Override
  public Set<V> createAccumulator() {
    return new HashSet<>();
  }

  @Override
  public Set<V> addInput(Set<V> accumulator, V input) {
    accumulator.add(input);
    return accumulator;
  }

  @Override
  public Set<V> mergeAccumulators(Iterable<Set<V>> accumulators) {
    Set<V> merged = null;
    for (Set<V> accumulator : accumulators) {
      if (merged == null) {
        merged = accumulator;
      } else {
        merged.addAll(accumulator);
      }
    }
    return merged == null ? createAccumulator() : merged;
  }

  @Override
  public Long extractOutput(Set<V> accumulator) {
    return (long) accumulator.size();
  }

  @Override
  public Coder<Set<V>> getAccumulatorCoder(CoderRegistry registry, Coder<V> inputCoder) {
    return SetCoder.of(inputCoder);
  }

  @Override
  public Coder<Long> getDefaultOutputCoder(CoderRegistry registry, Coder<V> inputCoder) {
    return VarLongCoder.of();
  }
}
