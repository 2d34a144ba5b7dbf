package io.slicewise.inverse;

import java.util.Optional;

/**
 * A {@link org.apache.beam.sdk.transforms.Combine.CombineFn CombineFn} that knows its inverse. To
 * add one to a function, use {@link Inverses#withInverse}.
 *
 * @param <A> the type of its accumulators
 */
public interface Invertible<A> {
  /**
   * The inverse.
   *
   * @return the inverse, or empty if there is none for what the function is made of
   */
  Optional<AccumulatorInverse<A>> inverse();
}
