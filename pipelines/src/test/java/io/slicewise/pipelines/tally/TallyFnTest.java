package io.slicewise.pipelines.tally;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.testing.CombineFnTester;
import org.junit.jupiter.api.Test;

class TallyFnTest {
  private static final List<Fields> ROWS =
      List.of(
          new Fields(Map.of("mag", new BigDecimal("4.70"), "depth", new BigDecimal("10.1"))),
          new Fields(Map.of("mag", new BigDecimal("-0.3"), "depth", new BigDecimal("0.2"))),
          new Fields(Map.of("depth", new BigDecimal("-1.5"))),
          new Fields(Map.of("mag", new BigDecimal("4.7"))));

  private record Fields(Map<String, BigDecimal> numbers) implements Numbered {}

  private static Tally tally() {
    return ROWS.stream().map(Fields::numbers).map(Tally::of).reduce(Tally.EMPTY, Tally::plus);
  }

  @Test
  void function_obeysTheLaws() {
    CombineFnTester.testCombineFn(new TallyFn<>(), new ArrayList<>(ROWS), tally());
  }

  @Test
  void coder_keepsTallies() throws Exception {
    CoderProperties.coderDecodeEncodeEqual(TallyCoder.of(), tally());
    CoderProperties.coderDecodeEncodeEqual(TallyCoder.of(), Tally.EMPTY);
    CoderProperties.coderSerializable(TallyCoder.of());
    CoderProperties.coderDeterministic(TallyCoder.of(), tally(), tally());
  }

  @Test
  void wholeNumbers_haveNoFractionOrExponent() {
    assertThat(PlainNumber.node(new BigDecimal("1e3"))).hasToString("1000");
    assertThat(PlainNumber.node(new BigDecimal("3.00"))).hasToString("3");
    assertThat(PlainNumber.node(new BigDecimal("1e20"))).hasToString("100000000000000000000");
    assertThat(PlainNumber.node(new BigDecimal("-2.50"))).hasToString("-2.5");
  }
}
