package io.slicewise.inverse;

import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.coders.CannotProvideCoderException;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.util.CoderUtils;

/**
 * Checks the laws of an {@link AccumulatorInverse} on samples, in a test:
 *
 * <pre>{@code
 * InverseLaw.check(
 *     revenue, orderCoder, List.of(List.of(small, large), List.of(refund), List.of(large)));
 * }</pre>
 *
 * <p>Give it samples that are far apart: large and small numbers, none, the same value in two of
 * them. That it finds nothing proves nothing; one pair that breaks a law proves the inverse wrong.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 */
public final class InverseLaw<V, A> {
  private final CombineFn<V, A, ?> combineFn;
  private final AccumulatorInverse<A> inverse;
  private final Coder<A> coder;

  private InverseLaw(CombineFn<V, A, ?> combineFn, AccumulatorInverse<A> inverse, Coder<A> coder) {
    this.combineFn = combineFn;
    this.inverse = inverse;
    this.coder = coder;
  }

  /**
   * Checks the laws for the accumulators of each two of {@code samples} and of no elements.
   * Accumulators are the same if they are equal, arrays by what is in them, or by the structural
   * value of their coder. Cost: some merges for each two samples.
   *
   * @param combineFn a function with an inverse
   * @param inputCoder the coder of the elements
   * @param samples elements, some for each accumulator
   * @param <V> the type of the elements
   * @throws AssertionError if a law does not hold; the message tells for which samples
   * @throws IllegalArgumentException if the function has no inverse, or no accumulator coder
   */
  public static <V> void check(
      CombineFn<V, ?, ?> combineFn, Coder<V> inputCoder, List<List<V>> samples) {
    of(combineFn, inputCoder).check(samples);
  }

  private static <V, A> InverseLaw<V, A> of(CombineFn<V, A, ?> combineFn, Coder<V> inputCoder) {
    AccumulatorInverse<A> inverse =
        Inverses.of(combineFn)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "InverseLaw: the function must have an inverse but "
                            + combineFn.getClass().getName()
                            + " has none. Give it one by Inverses.withInverse."));
    try {
      return new InverseLaw<>(
          combineFn,
          inverse,
          combineFn.getAccumulatorCoder(CoderRegistry.createDefault(), inputCoder));
    } catch (CannotProvideCoderException e) {
      throw new IllegalArgumentException(
          "InverseLaw: the accumulators must have a coder but "
              + combineFn.getClass().getName()
              + " gives none. Override its getAccumulatorCoder.",
          e);
    }
  }

  private void check(List<List<V>> samples) {
    for (List<V> a : samples) {
      check(a, List.of());
      check(List.of(), a);
      for (List<V> b : samples) {
        check(a, b);
      }
    }
  }

  private void check(List<V> a, List<V> b) {
    same("merge(b, a)", merge(b, a), "merge(a, b)", merge(a, b), a, b);
    A left = inverse.remove(merge(a, b), accumulator(a));
    same("remove(merge(a, b), a)", left, "b", accumulator(b), a, b);
  }

  private A accumulator(List<V> elements) {
    A accumulator = combineFn.createAccumulator();
    for (V element : elements) {
      accumulator = combineFn.addInput(accumulator, element);
    }
    return copy(accumulator);
  }

  private A merge(List<V> a, List<V> b) {
    return copy(combineFn.mergeAccumulators(List.of(accumulator(a), accumulator(b))));
  }

  /** Accumulators are stored between any two steps. */
  private A copy(A accumulator) {
    try {
      return CoderUtils.clone(coder, accumulator);
    } catch (CoderException e) {
      throw new IllegalArgumentException(
          "InverseLaw: the coder must encode any accumulator but " + coder + " failed.", e);
    }
  }

  private void same(
      String actualName, A actual, String expectedName, A expected, List<V> a, List<V> b) {
    if (Objects.deepEquals(actual, expected)
        || coder.structuralValue(actual).equals(coder.structuralValue(expected))) {
      return;
    }
    throw new AssertionError(
        actualName
            + " must be the same as "
            + expectedName
            + " for a of "
            + a
            + " and b of "
            + b
            + " but the results were "
            + combineFn.extractOutput(actual)
            + " and "
            + combineFn.extractOutput(expected)
            + " (of accumulators that differ). An inverse must be exact; without one, leave it"
            + " out.");
  }
}
