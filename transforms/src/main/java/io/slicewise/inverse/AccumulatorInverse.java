package io.slicewise.inverse;

import java.io.Serializable;

/**
 * Undoes the merging of accumulators. With it, a sliding window is made of the one before: what
 * left is taken out, what came is merged.
 *
 * <p>For any accumulators {@code a} and {@code b} of the function it is for, including those of no
 * elements:
 *
 * <ul>
 *   <li>{@code remove(merge(a, b), a)} is the same as {@code b}, to the last bit;
 *   <li>{@code merge(a, b)} is the same as {@code merge(b, a)}.
 * </ul>
 *
 * <p>Integers that wrap around, counts, and counts of each value have one. Sums of floating point
 * numbers have none: {@code (0.1 + 0.2) - 0.1} is not {@code 0.2}, and what is lost adds up from
 * window to window. Nor have minima, maxima and sets, which do not know what they have swallowed.
 * {@link InverseLaw} checks both laws on samples.
 *
 * @param <A> the type of the accumulators
 */
@FunctionalInterface
public interface AccumulatorInverse<A> extends Serializable {
  /**
   * What is left of {@code whole} without {@code part}, which was merged into it. May change both
   * and return {@code whole}.
   *
   * @param whole an accumulator
   * @param part one of those that it was merged of
   * @return the accumulator of the others
   */
  A remove(A whole, A part);
}
