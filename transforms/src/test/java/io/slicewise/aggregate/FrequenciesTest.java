package io.slicewise.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.Test;

/** The most frequent values and the distinct ones, and their coders. */
class FrequenciesTest {

  /** No slice has the winner at its top. */
  @Test
  void valueThatIsSecondInEverySlice() {
    MostFrequentFn<String> fn = new MostFrequentFn<>(1, Comparator.naturalOrder());
    List<Map<String, Long>> slices = new ArrayList<>();
    for (String top : List.of("x", "y", "z")) {
      slices.add(new HashMap<>(Map.of(top, 3L, "second", 2L)));
    }
    assertThat(fn.extractOutput(fn.mergeAccumulators(slices))).containsExactly(KV.of("second", 6L));
  }

  @Test
  void randomValues() {
    Random random = new Random(3);
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      values.add(Math.round(Math.abs(random.nextGaussian() * 20)));
    }
    List<KV<Long, Long>> expected = new ArrayList<>();
    for (long value : Set.copyOf(values)) {
      expected.add(KV.of(value, values.stream().filter(v -> v == value).count()));
    }
    expected.sort(
        Comparator.<KV<Long, Long>, Long>comparing(kv -> -kv.getValue()).thenComparing(KV::getKey));
    assertThat(Frequencies.<Long>mostFrequent(10).apply(values)).isEqualTo(expected.subList(0, 10));
    assertThat(Frequencies.<Long>mostFrequent(1_000).apply(values)).isEqualTo(expected);
    assertThat(DistinctValues.<Long>set().apply(values)).isEqualTo(Set.copyOf(values));
    assertThat(DistinctValues.<Long>count().apply(values)).isEqualTo(expected.size());
  }

  @Test
  void sets_areImmutable() {
    Set<Long> set = DistinctValues.<Long>set().apply(List.of(1L));
    assertThatThrownBy(() -> set.add(2L)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void limitMustBePositive() {
    assertThatThrownBy(() -> Frequencies.<String>mostFrequent(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Frequencies.mostFrequent: the limit must be 1 value or more but was 0. For the number"
                + " of different values, use DistinctValues.count.");
  }

  /** A hash set shows its elements by their hashes, and equal hashes by the order of insertion. */
  @Test
  void codersOfEqualSets_writeEqualBytes() throws Exception {
    Coder<Set<String>> sets = new DistinctCoder<>(StringUtf8Coder.of());
    CoderProperties.coderDeterministic(sets, hashSet("Aa", "BB", "x"), hashSet("x", "BB", "Aa"));
    CoderProperties.coderConsistentWithEquals(
        sets, hashSet("Aa", "BB", "x"), hashSet("x", "BB", "Aa"));
    CoderProperties.coderConsistentWithEquals(sets, hashSet("Aa"), hashSet("BB"));
    Coder<Map<String, Long>> counts = new CountsCoder<>(StringUtf8Coder.of());
    Map<String, Long> one = new HashMap<>();
    one.put("Aa", 300L);
    one.put("BB", 2L);
    Map<String, Long> other = new HashMap<>();
    other.put("BB", 2L);
    other.put("Aa", 300L);
    CoderProperties.coderDeterministic(counts, one, other);
    CoderProperties.coderConsistentWithEquals(counts, one, other);
  }

  private static Set<String> hashSet(String... values) {
    return new LinkedHashSet<>(List.of(values));
  }

  @Test
  void coders_areAsDeterministicAsTheirValues() {
    assertThatThrownBy(new DistinctCoder<>(DoubleCoder.of())::verifyDeterministic)
        .isInstanceOf(Coder.NonDeterministicException.class);
    assertThatThrownBy(new CountsCoder<>(DoubleCoder.of())::verifyDeterministic)
        .isInstanceOf(Coder.NonDeterministicException.class);
  }
}
