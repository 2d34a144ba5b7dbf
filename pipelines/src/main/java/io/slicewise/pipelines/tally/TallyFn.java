package io.slicewise.pipelines.tally;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/**
 * Tallies what has numbers.
 *
 * @param <T> what it is
 */
public final class TallyFn<T extends Numbered> extends CombineFn<T, Tally, Tally> {
  private static final long serialVersionUID = 1L;

  @Override
  public Tally createAccumulator() {
    return Tally.EMPTY;
  }

  @Override
  public Tally addInput(Tally tally, T one) {
    return tally.plus(Tally.of(one.numbers()));
  }

  @Override
  public Tally mergeAccumulators(Iterable<Tally> tallies) {
    Tally sum = Tally.EMPTY;
    for (Tally tally : tallies) {
      sum = sum.plus(tally);
    }
    return sum;
  }

  @Override
  public Tally extractOutput(Tally tally) {
    return tally;
  }

  @Override
  public Coder<Tally> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return TallyCoder.of();
  }

  @Override
  public Coder<Tally> getDefaultOutputCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return TallyCoder.of();
  }
}
