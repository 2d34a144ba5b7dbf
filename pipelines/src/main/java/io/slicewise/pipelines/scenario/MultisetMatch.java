package io.slicewise.pipelines.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * A pairing of expected with actual items, as large as possible, and what is left over. Found by
 * augmenting paths: O(expected * pairs that fit).
 */
record MultisetMatch<E, A>(List<E> unmatchedExpected, List<A> unmatchedActual) {
  private static final int FREE = -1;

  static <E, A> MultisetMatch<E, A> of(List<E> expected, List<A> actual, BiPredicate<E, A> fits) {
    List<int[]> candidates = new ArrayList<>();
    for (E item : expected) {
      candidates.add(
          IntStream.range(0, actual.size()).filter(a -> fits.test(item, actual.get(a))).toArray());
    }
    int[] partnerOfActual = new int[actual.size()];
    Arrays.fill(partnerOfActual, FREE);
    List<E> unmatchedExpected = new ArrayList<>();
    for (int e = 0; e < expected.size(); e++) {
      if (!place(e, candidates, partnerOfActual, new boolean[actual.size()])) {
        unmatchedExpected.add(expected.get(e));
      }
    }
    List<A> unmatchedActual = new ArrayList<>();
    for (int a = 0; a < actual.size(); a++) {
      if (partnerOfActual[a] == FREE) {
        unmatchedActual.add(actual.get(a));
      }
    }
    return new MultisetMatch<>(unmatchedExpected, unmatchedActual);
  }

  /** Finds a partner for {@code e}, moving others to another partner where that helps. */
  private static boolean place(
      int e, List<int[]> candidates, int[] partnerOfActual, boolean[] tried) {
    for (int a : candidates.get(e)) {
      if (!tried[a]) {
        tried[a] = true;
        if (partnerOfActual[a] == FREE
            || place(partnerOfActual[a], candidates, partnerOfActual, tried)) {
          partnerOfActual[a] = e;
          return true;
        }
      }
    }
    return false;
  }
}
