package io.slicewise.aggregate;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** The moments of numbers as doubles. */
final class MomentsFn<N extends Number> extends CombineFn<N, MomentsAccumulator, Moments> {
  private static final long serialVersionUID = 1L;

  @Override
  public MomentsAccumulator createAccumulator() {
    return MomentsAccumulator.EMPTY;
  }

  @Override
  public MomentsAccumulator addInput(MomentsAccumulator accumulator, N number) {
    return accumulator.plus(number.doubleValue());
  }

  @Override
  public MomentsAccumulator mergeAccumulators(Iterable<MomentsAccumulator> accumulators) {
    MomentsAccumulator merged = MomentsAccumulator.EMPTY;
    for (MomentsAccumulator accumulator : accumulators) {
      merged = merged.plus(accumulator);
    }
    return merged;
  }

  @Override
  public Moments extractOutput(MomentsAccumulator accumulator) {
    return accumulator.moments();
  }

  @Override
  public Coder<MomentsAccumulator> getAccumulatorCoder(
      CoderRegistry registry, Coder<N> inputCoder) {
    return MomentsAccumulator.AccumulatorCoder.of();
  }

  @Override
  public Coder<Moments> getDefaultOutputCoder(CoderRegistry registry, Coder<N> inputCoder) {
    return Moments.coder();
  }
}
