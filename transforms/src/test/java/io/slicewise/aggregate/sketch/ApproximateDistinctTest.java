package io.slicewise.aggregate.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.datasketches.hll.HllSketch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApproximateDistinctTest {

  private static <T> HllSketch sketch(HllFn<T> fn, Iterable<T> values) {
    HllSketch sketch = fn.createAccumulator();
    for (T value : values) {
      sketch = fn.addInput(sketch, value);
    }
    return sketch;
  }

  private static List<Long> numbers(long from, long to) {
    List<Long> numbers = new ArrayList<>();
    for (long number = from; number < to; number++) {
      numbers.add(number);
    }
    return numbers;
  }

  /** The hash has a fixed seed, so these are the same numbers in every run. */
  @ParameterizedTest
  @CsvSource({"10, 100000", "12, 100000", "14, 100000", "12, 5000", "12, 300", "12, 1"})
  void estimates_areWithinThePublishedError(int lgK, int count) {
    HllFn<Long> fn = new HllFn<>(VarLongCoder.of(), lgK);
    DistinctEstimate estimate = fn.extractOutput(sketch(fn, numbers(0, count)));
    double standardError = 1.04 / Math.sqrt(1 << lgK);
    assertThat(estimate.value()).isCloseTo(count, within(3 * standardError * count));
    assertThat(1 - estimate.lowerBound() / estimate.value())
        .isBetween(1.5 * standardError, 2.3 * standardError);
    assertThat(estimate.upperBound() / estimate.value() - 1)
        .isBetween(1.5 * standardError, 2.5 * standardError);
  }

  /** The library leaves out what has no bytes. */
  @Test
  void valueOfNoBytes_counts() {
    HllFn<Void> fn = new HllFn<>(VoidCoder.of(), 12);
    assertThat(fn.extractOutput(sketch(fn, Arrays.asList(null, null))).value())
        .isCloseTo(1, within(0.01));
  }

  @Test
  void bounds_holdInAbout95Of100Cases() {
    HllFn<Long> fn = new HllFn<>(VarLongCoder.of(), 8);
    int held = 0;
    for (int run = 0; run < 400; run++) {
      DistinctEstimate estimate =
          fn.extractOutput(sketch(fn, numbers(run * 2_000L, (run + 1) * 2_000L)));
      held += estimate.lowerBound() <= 2_000 && 2_000 <= estimate.upperBound() ? 1 : 0;
    }
    assertThat(held).isBetween(372, 392);
  }

  @Test
  void fewValues_areCountedAlmostExactly() {
    HllFn<Long> fn = new HllFn<>(VarLongCoder.of(), 12);
    DistinctEstimate estimate = fn.extractOutput(sketch(fn, numbers(0, 370)));
    assertThat(estimate.value()).isCloseTo(370, within(0.05));
  }

  /** Overlapping parts, in order and reversed, of every representation of the sketch. */
  @ParameterizedTest
  @ValueSource(ints = {7, 100, 900, 5_000, 60_000})
  void mergedSketches_estimateWhatOneDoes(int count) throws Exception {
    HllFn<Long> fn = new HllFn<>(VarLongCoder.of(), 12);
    DistinctEstimate expected = fn.extractOutput(sketch(fn, numbers(0, count)));
    for (int parts : new int[] {1, 2, 3, 10}) {
      List<HllSketch> sketches = new ArrayList<>();
      for (int part = 0; part < parts; part++) {
        List<Long> values =
            numbers((long) count * part / parts, Math.min(count, count * (part + 2L) / parts));
        sketches.add(part % 2, CoderUtils.clone(HllSketchCoder.of(), sketch(fn, values)));
      }
      assertThat(fn.extractOutput(fn.mergeAccumulators(sketches))).isEqualTo(expected);
      assertThat(fn.extractOutput(fn.mergeAccumulators(sketches))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 13", "8, 49", "100000, 2150"})
  void accumulatorsAreSmall(int count, int bytes) throws Exception {
    HllFn<Long> fn = new HllFn<>(VarLongCoder.of(), ApproximateDistinct.DEFAULT_LG_K);
    HllSketch sketch = sketch(fn, numbers(0, count));
    HllSketch merged = fn.mergeAccumulators(List.of(sketch, fn.createAccumulator()));
    for (HllSketch either : List.of(sketch, merged)) {
      assertThat(CoderUtils.encodeToByteArray(HllSketchCoder.of(), either))
          .hasSizeLessThanOrEqualTo(bytes);
    }
  }

  @Test
  void defaultAccuracy() {
    HllFn<Long> twelve = new HllFn<>(VarLongCoder.of(), 12);
    assertThat(ApproximateDistinct.of(VarLongCoder.of()).apply(numbers(0, 20_000)))
        .isEqualTo(twelve.apply(numbers(0, 20_000)))
        .isNotEqualTo(ApproximateDistinct.of(VarLongCoder.of(), 11).apply(numbers(0, 20_000)));
  }

  @Test
  void emptyString_counts() {
    assertThat(ApproximateDistinct.of(StringUtf8Coder.of()).apply(List.of("", "a", "")).value())
        .isCloseTo(2, within(1e-3));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 22, -1})
  void lgKOutOfRange_isRefused(int lgK) {
    assertThatThrownBy(() -> ApproximateDistinct.of(VarLongCoder.of(), lgK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ApproximateDistinct: lgK must be from 4 to 21 but was "
                + lgK
                + ". It is a logarithm: 12 is 4096 registers and a standard error of 1.6 %.");
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 21})
  void lgKInRange(int lgK) {
    assertThat(ApproximateDistinct.of(VarLongCoder.of(), lgK).apply(List.of(1L)).value())
        .isCloseTo(1, within(1e-3));
  }

  @Test
  void coderThatIsNotDeterministic_isRefused() {
    assertThatThrownBy(() -> ApproximateDistinct.of(DoubleCoder.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "ApproximateDistinct: the coder must be deterministic but is DoubleCoder (")
        .hasMessageEndingWith(
            "Map the values to a type with a deterministic coder, such as String or Long, with"
                + " Aggregations.mapped.");
  }

  @Test
  void coderOfEstimates() throws Exception {
    DistinctEstimate estimate = new DistinctEstimate(3, 2, 5);
    CoderProperties.coderDecodeEncodeEqual(DistinctEstimate.coder(), estimate);
    CoderProperties.coderDeterministic(
        DistinctEstimate.coder(), estimate, new DistinctEstimate(3, 2, 5));
    CoderProperties.coderConsistentWithEquals(
        DistinctEstimate.coder(), estimate, new DistinctEstimate(3, 2.5, 5));
    CoderProperties.coderSerializable(DistinctEstimate.coder());
    assertThat(CoderUtils.encodeToByteArray(DistinctEstimate.coder(), estimate)).hasSize(24);
  }
}
