package io.slicewise.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubleDoubleTest {

  private static DoubleDouble sum(double... values) {
    DoubleDouble sum = DoubleDouble.ZERO;
    for (double value : values) {
      sum = sum.plus(value);
    }
    return sum;
  }

  @Test
  void keepsWhatPlainAdditionLoses() {
    assertThat(sum(1, 1e100, 1, -1e100).value()).isEqualTo(2);
    assertThat(sum(1e16, 1, 1, -1e16).value()).isEqualTo(2);
    assertThat(sum(1, 1e100).plus(sum(1, -1e100)).value()).isEqualTo(2);
    assertThat(sum(-1e100, 1).plus(sum(1e100, 1)).value()).isEqualTo(2);
  }

  @Test
  void tenths() {
    DoubleDouble sum = DoubleDouble.ZERO;
    for (int i = 0; i < 1_000_000; i++) {
      sum = sum.plus(0.1);
    }
    assertThat(sum.value()).isEqualTo(100_000);
  }

  @Test
  void randomSums_areTheNearestDoubles() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      DoubleDouble sum = DoubleDouble.ZERO;
      DoubleDouble part = DoubleDouble.ZERO;
      BigDecimal exact = BigDecimal.ZERO;
      for (int i = 0; i < 3_000; i++) {
        double value = Math.scalb(random.nextDouble(), random.nextInt(40));
        part = part.plus(value);
        exact = exact.add(new BigDecimal(value));
        if (random.nextInt(10) == 0) {
          sum = sum.plus(part);
          part = DoubleDouble.ZERO;
        }
      }
      assertThat(sum.plus(part).value()).isEqualTo(exact.doubleValue());
    }
  }

  @Test
  void products_areNotRounded() {
    double third = 1 / 3.0;
    DoubleDouble rest = DoubleDouble.product(third, third).plus(-(third * third));
    assertThat(new BigDecimal(rest.value()))
        .isEqualByComparingTo(new BigDecimal(third).pow(2).subtract(new BigDecimal(third * third)));
    assertThat(rest.value()).isNotZero();
    assertThat(DoubleDouble.product(1e200, 1e200))
        .isEqualTo(DoubleDouble.of(Double.POSITIVE_INFINITY));
  }

  /** About 104 bits, against decimals. */
  @Test
  void randomArithmetic_has31Digits() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      DoubleDouble a = random(random);
      DoubleDouble b = random(random);
      double divisor = 1 + random.nextInt(1_000_000);
      assertClose(a.plus(b), exact(a).add(exact(b)), exact(a).abs().add(exact(b).abs()));
      assertClose(a.minus(b), exact(a).subtract(exact(b)), exact(a).abs().add(exact(b).abs()));
      BigDecimal product = exact(a).multiply(exact(b));
      assertClose(a.times(b), product, product);
      BigDecimal quotient = exact(a).divide(new BigDecimal(divisor), MathContext.DECIMAL128);
      assertClose(a.dividedBy(divisor), quotient, quotient);
    }
  }

  private static DoubleDouble random(Random random) {
    double high = Math.scalb(random.nextGaussian(), random.nextInt(30));
    return DoubleDouble.of(high).plus(high * random.nextGaussian() * 1e-17);
  }

  private static BigDecimal exact(DoubleDouble number) {
    return new BigDecimal(number.high()).add(new BigDecimal(number.low()));
  }

  private static void assertClose(DoubleDouble actual, BigDecimal expected, BigDecimal magnitude) {
    assertThat(exact(actual).subtract(expected).abs())
        .isLessThan(magnitude.abs().multiply(new BigDecimal("1e-31")));
    assertThat(actual.high() + actual.low()).isEqualTo(actual.high());
  }

  @Test
  void productsAndQuotientsOutOfRange() {
    DoubleDouble large = DoubleDouble.of(1e200).plus(1e183);
    assertThat(large.times(large)).isEqualTo(DoubleDouble.of(Double.POSITIVE_INFINITY));
    assertThat(DoubleDouble.of(Double.NEGATIVE_INFINITY).dividedBy(3))
        .isEqualTo(DoubleDouble.of(Double.NEGATIVE_INFINITY));
  }

  @ParameterizedTest
  @CsvSource({
    "1, Infinity, 5, Infinity",
    "1, -Infinity, 5, -Infinity",
    "Infinity, -Infinity, 5, NaN",
    "NaN, 1, 2, NaN",
    "1.7e308, 1.7e308, 5, Infinity",
  })
  void notFinite(double first, double second, double third, double expected) {
    assertThat(sum(first, second, third).value()).isEqualTo(Double.valueOf(expected));
    assertThat(sum(third, second, first).value()).isEqualTo(Double.valueOf(expected));
    assertThat(sum(third).plus(sum(second, first)).value()).isEqualTo(Double.valueOf(expected));
  }

  @Test
  void sumOfNothingAndOfLongs() {
    SumFn<Long> fn = new SumFn<>();
    assertThat(fn.apply(List.of())).isZero();
    assertThat(fn.apply(List.of(1L << 53, 1L, -(1L << 53)))).isEqualTo(1);
  }
}
