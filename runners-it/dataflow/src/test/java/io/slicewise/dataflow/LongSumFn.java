package io.slicewise.dataflow;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** A sum whose accumulators have a coder with a name that stays. */
final class LongSumFn extends CombineFn<Long, Long, Long> {
  private static final long serialVersionUID = 1L;

  @Override
  public Long createAccumulator() {
    return 0L;
  }

  @Override
  public Long addInput(Long sum, Long value) {
    return sum + value;
  }

  @Override
  public Long mergeAccumulators(Iterable<Long> sums) {
    long merged = 0;
    for (long sum : sums) {
      merged += sum;
    }
    return merged;
  }

  @Override
  public Long extractOutput(Long sum) {
    return sum;
  }

  @Override
  public Coder<Long> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputCoder) {
    return VarLongCoder.of();
  }
}
