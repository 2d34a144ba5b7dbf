package io.slicewise.aggregate.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.kll.KllSketch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantilesTest {
  private static final int COUNT = 100_000;
  private static final double[] RANKS = {0, 0.01, 0.25, 0.5, 0.9, 0.99, 1};

  /** 1 to {@code COUNT} in a random order: the rank of a number is its share of the count. */
  private static List<Long> shuffledNumbers() {
    List<Long> numbers = new ArrayList<>();
    for (long number = 1; number <= COUNT; number++) {
      numbers.add(number);
    }
    Collections.shuffle(numbers, new Random(11));
    return numbers;
  }

  private static KllDoublesSketch sketch(KllFn<Long> fn, List<Long> numbers) {
    KllDoublesSketch sketch = fn.createAccumulator();
    for (Long number : numbers) {
      sketch = fn.addInput(sketch, number);
    }
    return sketch;
  }

  /**
   * The sketch draws at random and its error is exceeded in 1 of 100 cases, at 2.6 standard
   * deviations. Asserted is twice the error, which is exceeded in less than 1 of a million.
   */
  private static void assertWithinTheError(List<QuantileEstimate> estimates, int k) {
    double error = KllSketch.getNormalizedRankError(k, false) * COUNT;
    assertThat(estimates).hasSize(RANKS.length);
    for (int i = 0; i < RANKS.length; i++) {
      QuantileEstimate estimate = estimates.get(i);
      double exact = Math.max(1, RANKS[i] * COUNT);
      assertThat(estimate.rank()).isEqualTo(RANKS[i]);
      assertThat(estimate.value()).isCloseTo(exact, within(2 * error));
      assertThat(estimate.lowerBound()).isBetween(exact - 3 * error, exact + error);
      assertThat(estimate.upperBound()).isBetween(exact - error, exact + 3 * error);
      assertThat(estimate.value()).isBetween(estimate.lowerBound(), estimate.upperBound());
    }
    assertThat(estimates.get(0)).isEqualTo(new QuantileEstimate(0, 1, 1, 1));
    assertThat(estimates.get(RANKS.length - 1))
        .isEqualTo(new QuantileEstimate(1, COUNT, COUNT, COUNT));
    assertThat(estimates.get(3).upperBound() - estimates.get(3).lowerBound())
        .isBetween(error, 4 * error);
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 200, 800})
  void estimates_areWithinThePublishedError(int k) {
    assertWithinTheError(Quantiles.withK(k).<Long>ranks(RANKS).apply(shuffledNumbers()), k);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 60, 1_440})
  void mergedEstimates_areWithinThePublishedError(int parts) throws Exception {
    KllFn<Long> fn = new KllFn<>(200, RANKS);
    List<Long> numbers = shuffledNumbers();
    List<KllDoublesSketch> sketches = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      List<Long> values = numbers.subList(COUNT * part / parts, COUNT * (part + 1) / parts);
      sketches.add(CoderUtils.clone(KllSketchCoder.of(), sketch(fn, values)));
    }
    assertWithinTheError(fn.extractOutput(fn.mergeAccumulators(sketches)), 200);
  }

  @Test
  void publishedErrorOfTheDefault() {
    assertThat(KllSketch.getNormalizedRankError(Quantiles.DEFAULT_K, false))
        .isCloseTo(0.0133, within(0.00005));
    assertThat(
            DisplayData.from(Quantiles.of(0.5)).items().stream()
                .filter(item -> item.getKey().equals("k"))
                .map(DisplayData.Item::getValue))
        .containsExactly(200L);
  }

  @Test
  void fewNumbers_areExact() {
    List<Long> numbers = new ArrayList<>();
    for (long number = 1; number <= 200; number++) {
      numbers.add(number);
    }
    assertThat(Quantiles.<Long>of(0.5, 0.99).apply(numbers))
        .containsExactly(
            new QuantileEstimate(0.5, 100, 100, 100), new QuantileEstimate(0.99, 198, 198, 198));
  }

  @Test
  void notANumber_doesNotCount() {
    assertThat(Quantiles.<Double>of(1).apply(List.of(Double.NaN, 3.0)))
        .containsExactly(new QuantileEstimate(1, 3, 3, 3));
    assertThat(Quantiles.<Double>of(1).apply(List.of(Double.NaN))).isEmpty();
  }

  @Test
  void accumulatorsAreSmall() throws Exception {
    KllFn<Long> fn = new KllFn<>(200, RANKS);
    assertThat(
            CoderUtils.encodeToByteArray(KllSketchCoder.of(), sketch(fn, shuffledNumbers())).length)
        .isBetween(4_000, 26 * 200);
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 65_536, 0})
  void kOutOfRange_isRefused(int k) {
    assertThatThrownBy(() -> Quantiles.withK(k))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Quantiles.withK: k must be from 8 to 65535 but was "
                + k
                + ". 200 is a rank error of 1.33 %; KllSketch.getKFromEpsilon has others.");
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 65_535})
  void kInRange(int k) {
    assertThat(Quantiles.withK(k).<Long>ranks(0.5).apply(List.of(1L, 2L, 3L)))
        .containsExactly(new QuantileEstimate(0.5, 2, 2, 2));
  }

  @ParameterizedTest
  @CsvSource({"-0.01", "1.01", "99", "NaN"})
  void rankOutOfRange_isRefused(double rank) {
    assertThatThrownBy(() -> Quantiles.of(0.5, rank))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Quantiles: a rank must be from 0 to 1 but was "
                + rank
                + ". Give 0.99 for the 99th percentile.");
  }

  @Test
  void noRank_isRefused() {
    assertThatThrownBy(Quantiles::of)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Quantiles: there must be a rank but there was none. Give 0.5 for the median.");
  }

  @Test
  void ranksAreCopied() {
    double[] ranks = {0.5};
    var median = Quantiles.<Long>of(ranks);
    ranks[0] = 1;
    assertThat(median.apply(List.of(1L, 2L, 3L)).get(0).rank()).isEqualTo(0.5);
  }

  @Test
  void coderOfEstimates() throws Exception {
    QuantileEstimate estimate = new QuantileEstimate(0.5, 3, 2, 5);
    CoderProperties.coderDecodeEncodeEqual(QuantileEstimate.coder(), estimate);
    CoderProperties.coderDeterministic(
        QuantileEstimate.coder(), estimate, new QuantileEstimate(0.5, 3, 2, 5));
    CoderProperties.coderConsistentWithEquals(
        QuantileEstimate.coder(), estimate, new QuantileEstimate(0.5, 3, 2, 6));
    CoderProperties.coderSerializable(QuantileEstimate.coder());
    assertThat(CoderUtils.encodeToByteArray(QuantileEstimate.coder(), estimate)).hasSize(32);
  }
}
