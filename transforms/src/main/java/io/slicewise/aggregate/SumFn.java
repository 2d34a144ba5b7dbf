package io.slicewise.aggregate;

import io.slicewise.aggregate.DoubleDouble.DoubleDoubleCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** The sum of numbers as doubles, with what rounding loses carried along. */
final class SumFn<N extends Number> extends CombineFn<N, DoubleDouble, Double> {
  private static final long serialVersionUID = 1L;

  @Override
  public DoubleDouble createAccumulator() {
    return DoubleDouble.ZERO;
  }

  @Override
  public DoubleDouble addInput(DoubleDouble sum, N number) {
    return sum.plus(number.doubleValue());
  }

  @Override
  public DoubleDouble mergeAccumulators(Iterable<DoubleDouble> sums) {
    DoubleDouble merged = DoubleDouble.ZERO;
    for (DoubleDouble sum : sums) {
      merged = merged.plus(sum);
    }
    return merged;
  }

  @Override
  public Double extractOutput(DoubleDouble sum) {
    return sum.value();
  }

  @Override
  public Coder<DoubleDouble> getAccumulatorCoder(CoderRegistry registry, Coder<N> inputCoder) {
    return DoubleDoubleCoder.of();
  }

  @Override
  public Coder<Double> getDefaultOutputCoder(CoderRegistry registry, Coder<N> inputCoder) {
    return DoubleCoder.of();
  }
}
