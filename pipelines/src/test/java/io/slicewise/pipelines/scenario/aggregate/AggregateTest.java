package io.slicewise.pipelines.scenario.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.ValueType;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.api.Test;

class AggregateTest {

  /** The value of a pane over slices with these values, as an engine with copies computes it. */
  private static Object aggregate(String spec, ValueType type, List<?>... slices) {
    return aggregate(Aggregate.of(AggregateSpec.parse(spec), type), slices);
  }

  private static <V, A, O> Object aggregate(Aggregate<V, A, O> aggregate, List<?>... slices) {
    CombineFn<V, A, O> fn = aggregate.combineFn();
    List<A> accumulators =
        Arrays.stream(slices).map(slice -> accumulator(aggregate, slice)).toList();
    A merged = accumulators.isEmpty() ? fn.createAccumulator() : fn.mergeAccumulators(accumulators);
    return PaneValues.of(fn.extractOutput(merged));
  }

  private static <V, A> A accumulator(Aggregate<V, A, ?> aggregate, List<?> values) {
    A accumulator = aggregate.combineFn().createAccumulator();
    for (Object value : values) {
      V input = aggregate.valueClass().cast(value);
      accumulator = aggregate.combineFn().addInput(accumulator, input);
    }
    try {
      Coder<A> coder =
          aggregate
              .combineFn()
              .getAccumulatorCoder(CoderRegistry.createDefault(), aggregate.valueCoder());
      return CoderUtils.clone(coder, accumulator);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void numbers() {
    List<Long> first = List.of(3L, 1L);
    List<Long> second = List.of(5L);

    assertThat(aggregate("sum", ValueType.LONG, first, second)).isEqualTo(9L);
    assertThat(aggregate("count", ValueType.LONG, first, second)).isEqualTo(3L);
    assertThat(aggregate("min", ValueType.LONG, first, second)).isEqualTo(1L);
    assertThat(aggregate("max", ValueType.LONG, first, second)).isEqualTo(5L);
    assertThat(aggregate("mean", ValueType.LONG, first, second)).isEqualTo(3.0);
  }

  @Test
  void notANumberAnywhereIsNotANumber() {
    List<Double> first = List.of(1.0, Double.NaN);
    List<Double> second = List.of(2.0);

    for (String spec : List.of("sum", "min", "max", "mean")) {
      assertThat(aggregate(spec, ValueType.DOUBLE, first, second)).as(spec).isEqualTo(Double.NaN);
      assertThat(aggregate(spec, ValueType.DOUBLE, second, first)).as(spec).isEqualTo(Double.NaN);
    }
  }

  @Test
  void collections() {
    List<String> first = List.of("b", "a");
    List<String> second = List.of("b");

    assertThat(aggregate("list", ValueType.STRING, first, second))
        .isEqualTo(List.of("b", "a", "b"));
    assertThat(aggregate("concat", ValueType.STRING, first, second)).isEqualTo("bab");
    assertThat(aggregate("distinct", ValueType.STRING, first, second)).isEqualTo(2L);
    assertThat(aggregate("topN:1", ValueType.STRING, first, second))
        .isEqualTo(List.of(List.of("b", 2L)));
  }

  @Test
  void emptyPanes() {
    assertThat(aggregate("sum", ValueType.LONG)).isEqualTo(0L);
    assertThat(aggregate("sum", ValueType.DOUBLE)).isEqualTo(0.0);
    assertThat(aggregate("count", ValueType.STRING)).isEqualTo(0L);
    assertThat(aggregate("list", ValueType.LONG)).isEqualTo(List.of());
    assertThat(aggregate("concat", ValueType.STRING)).isEqualTo("");
    assertThat(aggregate("distinct", ValueType.STRING)).isEqualTo(0L);
    assertThat(aggregate("topN:3", ValueType.STRING)).isEqualTo(List.of());
  }

  @Test
  void topNCountsOverSlicesAndBreaksTiesByCodePoint() {
    String supplementary = "\uD83D\uDE00"; // after U+FFFD by code point, before it by UTF-16 unit
    List<String> first = List.of("\uFFFD", "x");
    List<String> second = List.of("y", supplementary, "y", "y");

    assertThat(aggregate("topN:4", ValueType.STRING, first, second))
        .isEqualTo(
            List.of(
                List.of("y", 3L),
                List.of("x", 1L),
                List.of("\uFFFD", 1L),
                List.of(supplementary, 1L)));
    assertThat(aggregate("topN:2", ValueType.LONG, List.of(7L, 3L), List.of(5L)))
        .isEqualTo(List.of(List.of(3L, 1L), List.of(5L, 1L)));
  }

  @Test
  void sumOfStringsIsRefused() {
    assertThatThrownBy(() -> aggregate("sum", ValueType.STRING))
        .hasMessage("aggregate: sum needs numbers but the values are strings.");
  }
}
