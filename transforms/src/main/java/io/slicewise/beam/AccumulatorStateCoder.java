package io.slicewise.beam;

import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.StructuredCoder;

/**
 * A coder of states that hold accumulators. Two of a kind are equal if their accumulator coders
 * are, so that a pipeline whose {@code CombineFn} changed its code but not its accumulators can be
 * updated in place.
 *
 * @param <A> the type of the accumulators
 * @param <T> the type of the states
 */
abstract class AccumulatorStateCoder<A, T> extends StructuredCoder<T> {
  private static final long serialVersionUID = 1L;

  private final Coder<A> accumulatorCoder;

  AccumulatorStateCoder(Coder<A> accumulatorCoder) {
    this.accumulatorCoder = accumulatorCoder;
  }

  final Coder<A> accumulatorCoder() {
    return accumulatorCoder;
  }

  @Override
  public final List<? extends Coder<?>> getCoderArguments() {
    return List.of(accumulatorCoder);
  }

  @Override
  public final void verifyDeterministic() throws NonDeterministicException {
    verifyDeterministic(this, "accumulators must be deterministic", accumulatorCoder);
  }
}
