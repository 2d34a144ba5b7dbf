package io.slicewise.aggregate;

import io.slicewise.aggregate.DoubleDouble.DoubleDoubleCoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.SerializableFunction;

/** The sum of weighted values over the sum of the weights. */
final class WeightedMeanFn<T> extends CombineFn<T, WeightedMeanFn.Sums, Double> {
  private static final long serialVersionUID = 1L;

  private final SerializableFunction<? super T, Double> value;
  private final SerializableFunction<? super T, Double> weight;

  WeightedMeanFn(
      SerializableFunction<? super T, Double> value,
      SerializableFunction<? super T, Double> weight) {
    this.value = value;
    this.weight = weight;
  }

  /** The two sums of a weighted mean. */
  record Sums(DoubleDouble weighted, DoubleDouble weights) {
    private static final Sums ZERO = new Sums(DoubleDouble.ZERO, DoubleDouble.ZERO);

    private Sums plus(Sums other) {
      return new Sums(weighted.plus(other.weighted), weights.plus(other.weights));
    }
  }

  @Override
  public Sums createAccumulator() {
    return Sums.ZERO;
  }

  @Override
  public Sums addInput(Sums sums, T element) {
    double factor = weight.apply(element);
    if (!(factor >= 0 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "weightedMean: a weight must be a finite number of 0 or more but was "
              + factor
              + ". Leave such elements out with Aggregations.filtered.");
    }
    if (factor == 0) {
      return sums;
    }
    return new Sums(
        sums.weighted.plus(DoubleDouble.product(factor, value.apply(element))),
        sums.weights.plus(factor));
  }

  @Override
  public Sums mergeAccumulators(Iterable<Sums> accumulators) {
    Sums merged = Sums.ZERO;
    for (Sums sums : accumulators) {
      merged = merged.plus(sums);
    }
    return merged;
  }

  @Override
  public Double extractOutput(Sums sums) {
    return sums.weighted.value() / sums.weights.value();
  }

  @Override
  public Coder<Sums> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return SumsCoder.INSTANCE;
  }

  @Override
  public Coder<Double> getDefaultOutputCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return DoubleCoder.of();
  }

  /** Both sums, 32 bytes. */
  private static final class SumsCoder extends AtomicCoder<Sums> {
    private static final long serialVersionUID = 1L;
    private static final SumsCoder INSTANCE = new SumsCoder();

    @Override
    public void encode(Sums sums, OutputStream out) throws IOException {
      DoubleDoubleCoder.of().encode(sums.weighted, out);
      DoubleDoubleCoder.of().encode(sums.weights, out);
    }

    @Override
    public Sums decode(InputStream in) throws IOException {
      DoubleDouble weighted = DoubleDoubleCoder.of().decode(in);
      return new Sums(weighted, DoubleDoubleCoder.of().decode(in));
    }
  }
}
