package io.slicewise.aggregate;

import io.slicewise.aggregate.DoubleDouble.DoubleDoubleCoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.VarLongCoder;

/**
 * Count, mean and sum of squared deviations from the mean, after Welford, "Note on a method for
 * calculating corrected sums of squares and products" (1962), merged after Chan, Golub and LeVeque,
 * "Updating formulae and a pairwise algorithm for computing sample variances" (1979).
 *
 * <p>With 53 bits, numbers that are close together and far from zero lose as many digits of their
 * variance as they have in common. With 106, and one rounding at the end, neither that nor how
 * accumulators were merged is to be seen in the result.
 */
record MomentsAccumulator(long count, DoubleDouble mean, DoubleDouble squaredDeviations) {
  static final MomentsAccumulator EMPTY =
      new MomentsAccumulator(0, DoubleDouble.ZERO, DoubleDouble.ZERO);

  MomentsAccumulator plus(double value) {
    return plus(new MomentsAccumulator(1, DoubleDouble.of(value), DoubleDouble.ZERO));
  }

  MomentsAccumulator plus(MomentsAccumulator other) {
    if (other.count == 0) {
      return this;
    }
    long total = count + other.count;
    if (!mean.isFinite() || !other.mean.isFinite()) {
      return notFinite(total, mean.plus(other.mean));
    }
    if (count == 0) {
      return other;
    }
    DoubleDouble distance = other.mean.minus(mean);
    DoubleDouble share = DoubleDouble.of((double) other.count).dividedBy((double) total);
    DoubleDouble spread =
        distance.times(distance).times(share).times(DoubleDouble.of((double) count));
    return new MomentsAccumulator(
        total,
        mean.plus(distance.times(share)),
        squaredDeviations.plus(other.squaredDeviations).plus(spread));
  }

  /** The distance to an infinite mean is infinite or NaN, so only plain addition is left. */
  private static MomentsAccumulator notFinite(long count, DoubleDouble mean) {
    return new MomentsAccumulator(count, mean, DoubleDouble.of(Double.NaN));
  }

  Moments moments() {
    return count == 0 ? Moments.EMPTY : new Moments(count, mean.value(), squaredDeviations.value());
  }

  /** The count as 1 to 10 bytes, and, if there are any values, 32 bytes. */
  static final class AccumulatorCoder extends AtomicCoder<MomentsAccumulator> {
    private static final long serialVersionUID = 1L;
    private static final AccumulatorCoder INSTANCE = new AccumulatorCoder();

    private AccumulatorCoder() {}

    static AccumulatorCoder of() {
      return INSTANCE;
    }

    @Override
    public void encode(MomentsAccumulator accumulator, OutputStream out) throws IOException {
      VarLongCoder.of().encode(accumulator.count, out);
      if (accumulator.count > 0) {
        DoubleDoubleCoder.of().encode(accumulator.mean, out);
        DoubleDoubleCoder.of().encode(accumulator.squaredDeviations, out);
      }
    }

    @Override
    public MomentsAccumulator decode(InputStream in) throws IOException {
      long count = VarLongCoder.of().decode(in);
      if (count == 0) {
        return EMPTY;
      }
      DoubleDouble mean = DoubleDoubleCoder.of().decode(in);
      return new MomentsAccumulator(count, mean, DoubleDoubleCoder.of().decode(in));
    }
  }
}
