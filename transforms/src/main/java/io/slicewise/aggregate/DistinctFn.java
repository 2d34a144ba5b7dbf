package io.slicewise.aggregate;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** The set of the values. */
final class DistinctFn<T> extends CombineFn<T, Set<T>, Set<T>> {
  private static final long serialVersionUID = 1L;

  @Override
  public Set<T> createAccumulator() {
    return new HashSet<>();
  }

  @Override
  public Set<T> addInput(Set<T> values, T value) {
    values.add(value);
    return values;
  }

  @Override
  public Set<T> mergeAccumulators(Iterable<Set<T>> accumulators) {
    Set<T> merged = new HashSet<>();
    for (Set<T> values : accumulators) {
      merged.addAll(values);
    }
    return merged;
  }

  /** A copy, as the accumulator goes on changing. */
  @Override
  public Set<T> extractOutput(Set<T> values) {
    return Collections.unmodifiableSet(new HashSet<>(values));
  }

  @Override
  public Coder<Set<T>> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return new DistinctCoder<>(inputCoder);
  }

  @Override
  public Coder<Set<T>> getDefaultOutputCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return new DistinctCoder<>(inputCoder);
  }
}
