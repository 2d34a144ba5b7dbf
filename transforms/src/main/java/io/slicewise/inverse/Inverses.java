package io.slicewise.inverse;

import java.util.Objects;
import java.util.Optional;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Mean;
import org.apache.beam.sdk.transforms.Sum;

/**
 * The inverses of functions. Those of Beam's {@code Sum.ofLongs()}, {@code Sum.ofIntegers()} and
 * {@code Count.combineFn()} are known; any other function may be given one:
 *
 * <pre>{@code
 * CombineFn<Order, Long, Long> revenue =
 *     Inverses.withInverse(new RevenueInCents(), (whole, part) -> whole - part);
 * }</pre>
 *
 * <p>An inverse changes what a pane costs, never what is in it, and may be added or left out while
 * a pipeline lives.
 */
public final class Inverses {
  private static final Class<?> SUM_OF_LONGS = Sum.ofLongs().getClass();
  private static final Class<?> SUM_OF_INTEGERS = Sum.ofIntegers().getClass();
  private static final Class<?> COUNT = Count.combineFn().getClass();
  private static final Class<?> SUM_OF_DOUBLES = Sum.ofDoubles().getClass();
  private static final Class<?> MEAN = Mean.of().getClass();

  private Inverses() {}

  /**
   * The function {@code combineFn} with an inverse. That it is one, {@link InverseLaw} checks in a
   * test; a wrong one gives wrong panes.
   *
   * @param combineFn the function
   * @param inverse the inverse of its merging
   * @param <V> the type of the elements
   * @param <A> the type of the accumulators
   * @param <O> the type of the results
   * @return a function with the same accumulators, coders and results
   * @throws IllegalArgumentException if {@code combineFn} is known to add up floating point
   *     numbers: Beam's {@code Sum.ofDoubles()} or {@code Mean.of()}
   */
  public static <V, A, O> CombineFn<V, A, O> withInverse(
      CombineFn<V, A, O> combineFn, AccumulatorInverse<A> inverse) {
    Objects.requireNonNull(combineFn, "combineFn");
    Objects.requireNonNull(inverse, "inverse");
    if (combineFn.getClass() == SUM_OF_DOUBLES || combineFn.getClass() == MEAN) {
      throw new IllegalArgumentException(
          "withInverse: the function must have an exact inverse but "
              + combineFn.getClass().getName()
              + " adds up floating point numbers, and subtracting leaves rounding errors. Sum"
              + " integers instead, such as cents, or leave the inverse out.");
    }
    return new InvertibleFn<>(combineFn, inverse);
  }

  /**
   * The inverse of {@code combineFn}, if it is {@link Invertible} or one of Beam's that are known.
   *
   * @param combineFn any function
   * @param <A> the type of its accumulators
   * @return the inverse, or empty
   */
  public static <A> Optional<AccumulatorInverse<A>> of(CombineFn<?, A, ?> combineFn) {
    if (combineFn instanceof Invertible) {
      return invertible(combineFn).inverse();
    }
    if (combineFn.getClass() == SUM_OF_LONGS || combineFn.getClass() == COUNT) {
      return Optional.of(cast((AccumulatorInverse<long[]>) Inverses::removeLong));
    }
    if (combineFn.getClass() == SUM_OF_INTEGERS) {
      return Optional.of(cast((AccumulatorInverse<int[]>) Inverses::removeInteger));
    }
    return Optional.empty();
  }

  /** The accumulators of these functions are arrays of one number, which wraps around. */
  private static long[] removeLong(long[] whole, long[] part) {
    whole[0] -= part[0];
    return whole;
  }

  private static int[] removeInteger(int[] whole, int[] part) {
    whole[0] -= part[0];
    return whole;
  }

  /** A function is invertible as far as its own accumulators go. */
  @SuppressWarnings("unchecked")
  private static <A> Invertible<A> invertible(CombineFn<?, A, ?> combineFn) {
    return (Invertible<A>) combineFn;
  }

  /** The class of the function tells the type of its accumulators. */
  @SuppressWarnings("unchecked")
  private static <A> AccumulatorInverse<A> cast(AccumulatorInverse<?> inverse) {
    return (AccumulatorInverse<A>) inverse;
  }
}
