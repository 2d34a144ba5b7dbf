package io.slicewise.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Mean and variance against decimals of 60 digits. */
class MomentsTest {
  /** The relative error that {@link Statistics#moments} states. */
  private static final double ERROR = 0x1p-52;

  private static final MathContext DIGITS = new MathContext(60);
  private static final int COUNT = 4_000;

  private record Numbers(String name, List<Double> values) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Numbers> numbers() {
    return Stream.of(
        numbers("0 to 1", u -> u),
        numbers("1e9 and up to 1", u -> 1e9 + u),
        numbers("-1e9 and up to 0.001", u -> -1e9 + u / 1000),
        numbers("1e15 and up to 4", u -> 1e15 + 4 * u),
        numbers("magnitudes from 1e-20 to 1e20", u -> Math.pow(10, 40 * u - 20)),
        numbers("one outlier in 1e12", u -> u < 0.001 ? 1e12 : u),
        new Numbers("the classic", List.of(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16)));
  }

  private static Numbers numbers(String name, DoubleUnaryOperator ofUniform) {
    Random random = new Random(7);
    return new Numbers(
        name,
        DoubleStream.generate(random::nextDouble).limit(COUNT).map(ofUniform).boxed().toList());
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void onePass(Numbers numbers) {
    assertCloseTo(numbers.values(), accumulated(numbers.values()).moments());
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void mergedInAnyShapeAndOrder(Numbers numbers) {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      List<Double> values = new ArrayList<>(numbers.values());
      Collections.shuffle(values, random);
      assertCloseTo(values, merged(values, random).moments());
    }
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void mergedOneByOne(Numbers numbers) {
    MomentsAccumulator merged = MomentsAccumulator.EMPTY;
    for (double value : numbers.values()) {
      merged = merged.plus(MomentsAccumulator.EMPTY.plus(value));
    }
    assertCloseTo(numbers.values(), merged.moments());
  }

  private static MomentsAccumulator accumulated(List<Double> values) {
    MomentsAccumulator accumulator = MomentsAccumulator.EMPTY;
    for (double value : values) {
      accumulator = accumulator.plus(value);
    }
    return accumulator;
  }

  /** Cut somewhere, and each part again. */
  private static MomentsAccumulator merged(List<Double> values, Random random) {
    if (values.size() < 3) {
      return accumulated(values);
    }
    int cut = random.nextInt(values.size());
    return merged(values.subList(0, cut), random)
        .plus(merged(values.subList(cut, values.size()), random));
  }

  private static void assertCloseTo(List<Double> values, Moments moments) {
    BigDecimal count = BigDecimal.valueOf(values.size());
    BigDecimal sum = BigDecimal.ZERO;
    for (double value : values) {
      sum = sum.add(new BigDecimal(value));
    }
    BigDecimal mean = sum.divide(count, DIGITS);
    BigDecimal squares = BigDecimal.ZERO;
    for (double value : values) {
      squares = squares.add(new BigDecimal(value).subtract(mean, DIGITS).pow(2, DIGITS));
    }
    assertThat(moments.count()).isEqualTo(values.size());
    assertThat(relativeError(moments.mean(), mean)).isLessThan(ERROR);
    assertThat(relativeError(moments.squaredDeviations(), squares)).isLessThan(ERROR);
    assertThat(relativeError(moments.populationVariance(), squares.divide(count, DIGITS)))
        .isLessThan(ERROR);
    assertThat(
            relativeError(
                moments.sampleVariance(), squares.divide(count.subtract(BigDecimal.ONE), DIGITS)))
        .isLessThan(ERROR);
  }

  private static double relativeError(double value, BigDecimal expected) {
    return new BigDecimal(value).subtract(expected).divide(expected, DIGITS).abs().doubleValue();
  }

  @Test
  void classicCase_isExact() {
    Moments moments = accumulated(List.of(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16)).moments();
    assertThat(moments).isEqualTo(new Moments(4, 1e9 + 10, 90));
    assertThat(moments.sampleVariance()).isEqualTo(30);
    assertThat(moments.populationVariance()).isEqualTo(22.5);
  }

  @Test
  void oneNumber() {
    Moments moments = accumulated(List.of(3.0)).moments();
    assertThat(moments.populationVariance()).isZero();
    assertThat(moments.populationStandardDeviation()).isZero();
    assertThat(moments.sampleVariance()).isNaN();
    assertThat(moments.sampleStandardDeviation()).isNaN();
  }

  @Test
  void twoNumbers() {
    Moments moments = accumulated(List.of(1.0, 3.0)).moments();
    assertThat(moments.sampleVariance()).isEqualTo(2);
    assertThat(moments.sampleStandardDeviation()).isEqualTo(Math.sqrt(2));
  }

  @ParameterizedTest
  @CsvSource({
    "1, Infinity, 5, Infinity",
    "1, -Infinity, 5, -Infinity",
    "Infinity, Infinity, 5, Infinity",
    "Infinity, -Infinity, 5, NaN",
    "1, NaN, 5, NaN",
    "NaN, Infinity, 5, NaN",
  })
  void infinitiesAndNaN(double first, double second, double third, double mean) {
    List<Double> values = new ArrayList<>(List.of(first, second, third));
    for (int rotation = 0; rotation < 3; rotation++) {
      Collections.rotate(values, 1);
      Moments expected = new Moments(3, mean, Double.NaN);
      assertThat(accumulated(values).moments()).isEqualTo(expected);
      assertThat(
              accumulated(values.subList(0, 1)).plus(accumulated(values.subList(1, 3))).moments())
          .isEqualTo(expected);
      assertThat(
              accumulated(values.subList(0, 2)).plus(accumulated(values.subList(2, 3))).moments())
          .isEqualTo(expected);
    }
  }

  @Test
  void nothing_changesNothing() {
    MomentsAccumulator large = MomentsAccumulator.EMPTY.plus(1e200);
    assertThat(large.plus(MomentsAccumulator.EMPTY)).isEqualTo(large);
    assertThat(MomentsAccumulator.EMPTY.plus(large)).isEqualTo(large);
    assertThat(MomentsAccumulator.EMPTY.moments().sampleVariance()).isNaN();
    assertThat(MomentsAccumulator.EMPTY.moments().populationVariance()).isNaN();
  }

  @Test
  void varianceOutOfRange_isInfinite() {
    Moments moments = accumulated(List.of(-4e307, 4e307, 4e307, -4e307)).moments();
    assertThat(moments).isEqualTo(new Moments(4, 0, Double.POSITIVE_INFINITY));
  }
}
