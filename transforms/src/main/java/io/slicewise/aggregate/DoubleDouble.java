package io.slicewise.aggregate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.beam.sdk.coders.AtomicCoder;
import org.apache.beam.sdk.coders.DoubleCoder;

/**
 * A number as the unevaluated sum of two doubles, about 106 bits: {@code low} is what rounding took
 * from {@code high}. After Dekker, "A floating-point technique for extending the available
 * precision" (1971), with Knuth's TwoSum, and fused multiply-add for products.
 *
 * <p>What is no longer finite follows plain doubles: infinities of both signs add up to NaN.
 */
record DoubleDouble(double high, double low) {
  static final DoubleDouble ZERO = new DoubleDouble(0, 0);

  static DoubleDouble of(double value) {
    return new DoubleDouble(value, 0);
  }

  /** The product, without rounding it. */
  static DoubleDouble product(double factor, double otherFactor) {
    double product = factor * otherFactor;
    return Double.isFinite(product)
        ? new DoubleDouble(product, Math.fma(factor, otherFactor, -product))
        : of(product);
  }

  DoubleDouble plus(double addend) {
    return plus(of(addend));
  }

  DoubleDouble plus(DoubleDouble addend) {
    DoubleDouble sum = sum(high, addend.high);
    return sum(sum.high, sum.low + (low + addend.low));
  }

  DoubleDouble minus(DoubleDouble subtrahend) {
    return plus(new DoubleDouble(-subtrahend.high, -subtrahend.low));
  }

  DoubleDouble times(DoubleDouble factor) {
    DoubleDouble product = product(high, factor.high);
    return product.isFinite()
        ? sum(product.high, product.low + (high * factor.low + low * factor.high))
        : product;
  }

  DoubleDouble dividedBy(double divisor) {
    double quotient = high / divisor;
    if (!isFinite()) {
      return of(quotient);
    }
    double remainder = Math.fma(-quotient, divisor, high) + low;
    return sum(quotient, remainder / divisor);
  }

  boolean isFinite() {
    return Double.isFinite(high);
  }

  /** The nearest double. */
  double value() {
    return high;
  }

  /** The rounded sum and what rounding took from it; nothing if there is no finite sum. */
  private static DoubleDouble sum(double first, double second) {
    double sum = first + second;
    if (!Double.isFinite(sum)) {
      return of(sum);
    }
    double partOfSecond = sum - first;
    double partOfFirst = sum - partOfSecond;
    return new DoubleDouble(sum, (first - partOfFirst) + (second - partOfSecond));
  }

  /** Both doubles, 16 bytes. */
  static final class DoubleDoubleCoder extends AtomicCoder<DoubleDouble> {
    private static final long serialVersionUID = 1L;
    private static final DoubleDoubleCoder INSTANCE = new DoubleDoubleCoder();

    private DoubleDoubleCoder() {}

    static DoubleDoubleCoder of() {
      return INSTANCE;
    }

    @Override
    public void encode(DoubleDouble sum, OutputStream out) throws IOException {
      DoubleCoder.of().encode(sum.high, out);
      DoubleCoder.of().encode(sum.low, out);
    }

    @Override
    public DoubleDouble decode(InputStream in) throws IOException {
      double high = DoubleCoder.of().decode(in);
      return new DoubleDouble(high, DoubleCoder.of().decode(in));
    }
  }
}
