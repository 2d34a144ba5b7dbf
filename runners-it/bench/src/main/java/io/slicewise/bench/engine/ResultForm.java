package io.slicewise.bench.engine;

import io.slicewise.aggregate.Frequencies;
import io.slicewise.aggregate.sketch.ApproximateDistinct;
import io.slicewise.bench.measure.Bits;
import java.io.Serializable;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Mean;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.values.KV;

/**
 * A function to aggregate with, and its results as numbers for the checksum.
 *
 * @param combineFn the function
 * @param number makes a number of a result, the same for results that are equal
 * @param <O> the type of the results
 */
record ResultForm<O>(CombineFn<Long, ?, O> combineFn, Number64<O> number) {
  /** Makes a number of a result. */
  interface Number64<O> extends Serializable {
    long of(O result);
  }

  static ResultForm<?> of(Accumulator accumulator) {
    return switch (accumulator) {
      case SUM -> new ResultForm<>(Sum.ofLongs(), Long::longValue);
      case MEAN -> new ResultForm<>(Mean.<Long>of(), mean -> Double.doubleToLongBits(mean));
      case HLL ->
          new ResultForm<>(
              ApproximateDistinct.of(VarLongCoder.of()),
              estimate -> Double.doubleToLongBits(estimate.value()));
      case TOP10 ->
          new ResultForm<>(
              Frequencies.<Long>mostFrequent(10),
              frequencies -> {
                long bits = 0;
                for (KV<Long, Long> frequency : frequencies) {
                  bits = Bits.mix(Bits.mix(bits ^ frequency.getKey()) ^ frequency.getValue());
                }
                return bits;
              });
    };
  }
}
