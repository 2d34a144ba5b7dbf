package io.slicewise.inverse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Max;
import org.apache.beam.sdk.transforms.Mean;
import org.apache.beam.sdk.transforms.Min;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Top;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.util.SerializableUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which functions have an inverse, and what becomes of one that is given one. */
class InversesTest {
  static List<CombineFn<?, ?, ?>> exact() {
    return List.of(Sum.ofLongs(), Sum.ofIntegers(), Count.<String>combineFn());
  }

  static List<CombineFn<?, ?, ?>> withoutInverse() {
    return List.of(
        Sum.ofDoubles(), Mean.<Long>of(), Max.ofLongs(), Min.ofIntegers(), Top.largestLongsFn(2));
  }

  static List<CombineFn<?, ?, ?>> ofFloatingPoint() {
    return List.of(Sum.ofDoubles(), Mean.<Long>of());
  }

  @ParameterizedTest
  @MethodSource("exact")
  void integersOfBeam_areKnown(CombineFn<?, ?, ?> combineFn) {
    assertThat(Inverses.of(combineFn)).isPresent();
    SerializableUtils.ensureSerializable(Inverses.of(combineFn).orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("withoutInverse")
  void othersOfBeam_haveNone(CombineFn<?, ?, ?> combineFn) {
    assertThat(Inverses.of(combineFn)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("ofFloatingPoint")
  <A> void functionsThatRound_areRefused(CombineFn<?, A, ?> combineFn) {
    assertThatThrownBy(() -> Inverses.withInverse(combineFn, (whole, part) -> whole))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("withInverse: the function must have an exact inverse but ")
        .hasMessageContaining(combineFn.getClass().getName())
        .hasMessageEndingWith("Sum integers instead, such as cents, or leave the inverse out.");
  }

  @Test
  void functionWithInverse_isOtherwiseTheSame() throws Exception {
    AccumulatorInverse<long[]> inverse = (whole, part) -> new long[] {whole[0] - part[0]};
    CombineFn<Long, long[], Long> sum = Inverses.withInverse(Sum.ofLongs(), inverse);
    CoderRegistry registry = CoderRegistry.createDefault();
    assertThat(Inverses.of(sum)).containsSame(inverse);
    assertThat(sum.apply(List.of(3L, 4L))).isEqualTo(7L);
    assertThat(sum.defaultValue()).isEqualTo(Sum.ofLongs().defaultValue());
    assertThat(sum.compact(new long[] {5})).containsExactly(5);
    assertThat(sum.getAccumulatorCoder(registry, VarLongCoder.of()))
        .isEqualTo(Sum.ofLongs().getAccumulatorCoder(registry, VarLongCoder.of()));
    assertThat(sum.getDefaultOutputCoder(registry, VarLongCoder.of())).isEqualTo(VarLongCoder.of());
    SerializableUtils.ensureSerializable(sum);
    assertThat(DisplayData.from(sum).asMap().keySet())
        .extracting(DisplayData.Identifier::getKey)
        .contains("combineFn", "inverse");
  }
}
