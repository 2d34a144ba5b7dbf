package io.slicewise.aggregate.sketch;

import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.Coder.NonDeterministicException;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/**
 * About how many different values there are, by the HyperLogLog sketch of Apache DataSketches.
 *
 * <p>Values are the same if their encodings are. They are hashed with a fixed seed, so the result
 * depends on nothing but the set of the values: not on their order, nor on how accumulators were
 * merged.
 *
 * <p>The relative standard error is {@code 1.04 / sqrt(2^lgK)}; up to about {@code 2^lgK / 11}
 * values, 370 by default, are counted almost exactly. Accumulator: up to about {@code 2^lgK / 2}
 * bytes, less while values are few. A merge costs about {@code 2^lgK} steps.
 *
 * <p>After Flajolet, Fusy, Gandouet and Meunier, "HyperLogLog: the analysis of a near-optimal
 * cardinality estimation algorithm" (2007).
 */
public final class ApproximateDistinct {
  /** The {@code lgK} of {@link #of(Coder)}: 1.6 % standard error in 2 kB. */
  public static final int DEFAULT_LG_K = 12;

  private static final int MIN_LG_K = 4;
  private static final int MAX_LG_K = 21;

  private ApproximateDistinct() {}

  /**
   * The number of different values, with a standard error of 1.6 % in 2 kB.
   *
   * @param coder a deterministic coder of the values, such as {@code StringUtf8Coder.of()}
   * @param <T> the type of the values
   * @return a function
   * @throws IllegalArgumentException if {@code coder} is not deterministic
   */
  public static <T> CombineFn<T, ?, DistinctEstimate> of(Coder<T> coder) {
    return of(coder, DEFAULT_LG_K);
  }

  /**
   * The number of different values, with a standard error of {@code 1.04 / sqrt(2^lgK)} in {@code
   * 2^lgK / 2} bytes.
   *
   * @param coder a deterministic coder of the values, such as {@code StringUtf8Coder.of()}
   * @param lgK the base-2 logarithm of the number of registers of the sketch, 4 to 21
   * @param <T> the type of the values
   * @return a function
   * @throws IllegalArgumentException if {@code coder} is not deterministic or {@code lgK} out of
   *     range
   */
  public static <T> CombineFn<T, ?, DistinctEstimate> of(Coder<T> coder, int lgK) {
    if (lgK < MIN_LG_K || lgK > MAX_LG_K) {
      throw new IllegalArgumentException(
          "ApproximateDistinct: lgK must be from 4 to 21 but was "
              + lgK
              + ". It is a logarithm: 12 is 4096 registers and a standard error of 1.6 %.");
    }
    return new HllFn<>(deterministic(coder), lgK);
  }

  private static <T> Coder<T> deterministic(Coder<T> coder) {
    Objects.requireNonNull(coder, "coder");
    try {
      coder.verifyDeterministic();
    } catch (NonDeterministicException e) {
      throw new IllegalArgumentException(
          "ApproximateDistinct: the coder must be deterministic but is "
              + coder
              + " ("
              + String.join("; ", e.getReasons())
              + "). Map the values to a type with a deterministic coder, such as String or Long,"
              + " with Aggregations.mapped.",
          e);
    }
    return coder;
  }
}
