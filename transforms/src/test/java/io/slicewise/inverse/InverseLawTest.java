package io.slicewise.inverse;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.BinaryOperator;
import org.apache.beam.sdk.coders.BigDecimalCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Max;
import org.apache.beam.sdk.transforms.SerializableBiFunction;
import org.apache.beam.sdk.transforms.Sum;
import org.junit.jupiter.api.Test;

/** Inverses that hold, and wrong ones that are found out. */
class InverseLawTest {
  private static final List<List<Long>> LONGS =
      List.of(List.of(3L, 5L), List.of(-7L), List.of(Long.MAX_VALUE, 12L), List.of(Long.MIN_VALUE));

  /** An accumulator is a single value. */
  private static final class Joined<V> extends CombineFn<V, V, V> {
    private static final long serialVersionUID = 1L;

    private final V none;
    private final SerializableBiFunction<V, V, V> operator;
    private final Coder<V> coder;

    Joined(V none, SerializableBiFunction<V, V, V> operator, Coder<V> coder) {
      this.none = none;
      this.operator = operator;
      this.coder = coder;
    }

    @Override
    public V createAccumulator() {
      return none;
    }

    @Override
    public V addInput(V accumulator, V value) {
      return operator.apply(accumulator, value);
    }

    @Override
    public V mergeAccumulators(Iterable<V> accumulators) {
      V merged = none;
      for (V accumulator : accumulators) {
        merged = operator.apply(merged, accumulator);
      }
      return merged;
    }

    @Override
    public V extractOutput(V accumulator) {
      return accumulator;
    }

    @Override
    public Coder<V> getAccumulatorCoder(CoderRegistry registry, Coder<V> inputCoder) {
      return coder;
    }
  }

  private static <V> CombineFn<V, V, V> joined(
      V none,
      SerializableBiFunction<V, V, V> operator,
      Coder<V> coder,
      AccumulatorInverse<V> inverse) {
    return Inverses.withInverse(new Joined<>(none, operator, coder), inverse);
  }

  private static <V> void assertBreaks(
      CombineFn<V, ?, ?> combineFn, Coder<V> coder, List<List<V>> samples, String message) {
    assertThatThrownBy(() -> InverseLaw.check(combineFn, coder, samples))
        .isInstanceOf(AssertionError.class)
        .hasMessage(message);
  }

  @Test
  void integersOfBeam_keepTheLaw() {
    assertThatCode(
            () -> {
              InverseLaw.check(Sum.ofLongs(), VarLongCoder.of(), LONGS);
              InverseLaw.check(Count.<Long>combineFn(), VarLongCoder.of(), LONGS);
              InverseLaw.check(
                  Sum.ofIntegers(),
                  VarIntCoder.of(),
                  List.of(List.of(Integer.MAX_VALUE), List.of(8, -1), List.of(Integer.MIN_VALUE)));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void declaredInverse_keepsTheLaw() {
    BinaryOperator<Long> xor = (a, b) -> a ^ b;
    assertThatCode(
            () ->
                InverseLaw.check(
                    joined(0L, (a, b) -> a ^ b, VarLongCoder.of(), xor::apply),
                    VarLongCoder.of(),
                    LONGS))
        .doesNotThrowAnyException();
  }

  @Test
  void floatingPoint_hasNone() {
    assertBreaks(
        joined(0.0, Double::sum, DoubleCoder.of(), (whole, part) -> whole - part),
        DoubleCoder.of(),
        List.of(List.of(0.1), List.of(0.2)),
        "remove(merge(a, b), a) must be the same as b for a of [0.1] and b of [0.2] but the"
            + " results were 0.20000000000000004 and 0.2 (of accumulators that differ). An inverse"
            + " must be exact; without one, leave it out.");
  }

  /** Equal numbers with other digits would be other panes. */
  @Test
  void differenceThatOnlyEqualsShows_isFound() {
    assertBreaks(
        joined(BigDecimal.ZERO, BigDecimal::add, BigDecimalCoder.of(), BigDecimal::subtract),
        BigDecimalCoder.of(),
        List.of(List.of(new BigDecimal("1.50"))),
        "remove(merge(a, b), a) must be the same as b for a of [1.50] and b of [] but the results"
            + " were 0.00 and 0 (of accumulators that differ). An inverse must be exact; without"
            + " one, leave it out.");
  }

  @Test
  void inverseOfAnotherFunction_isFound() {
    assertBreaks(
        joined(Long.MIN_VALUE, Math::max, VarLongCoder.of(), (whole, part) -> whole - part),
        VarLongCoder.of(),
        List.of(List.of(5L), List.of(3L)),
        "remove(merge(a, b), a) must be the same as b for a of [5] and b of [] but the results"
            + " were 0 and -9223372036854775808 (of accumulators that differ). An inverse must be"
            + " exact; without one, leave it out.");
  }

  /** It could take a prefix out, but a late element is in no order. */
  @Test
  void functionOfAnOrder_isFound() {
    assertBreaks(
        joined(
            "",
            String::concat,
            StringUtf8Coder.of(),
            (whole, part) -> whole.substring(part.length())),
        StringUtf8Coder.of(),
        List.of(List.of("x"), List.of("y", "z")),
        "merge(b, a) must be the same as merge(a, b) for a of [x] and b of [y, z] but the results"
            + " were yzx and xyz (of accumulators that differ). An inverse must be exact; without"
            + " one, leave it out.");
  }

  @Test
  void functionWithoutInverse_isRefused() {
    assertThatThrownBy(() -> InverseLaw.check(Max.ofLongs(), VarLongCoder.of(), LONGS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "InverseLaw: the function must have an inverse but .*Max.* has none\\. Give it one by"
                + " Inverses\\.withInverse\\.");
  }
}
