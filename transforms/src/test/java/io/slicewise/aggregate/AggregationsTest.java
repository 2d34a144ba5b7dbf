package io.slicewise.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.CoderProperties;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFns;
import org.apache.beam.sdk.transforms.CombineFns.CoCombineResult;
import org.apache.beam.sdk.transforms.CombineFns.ComposedCombineFn;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.SimpleFunction;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.util.CoderUtils;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TupleTag;
import org.junit.jupiter.api.Test;

/** Filters and maps, alone and composed by Beam. */
class AggregationsTest {
  private static final TupleTag<Long> PAID = new TupleTag<>("paid");
  private static final TupleTag<Double> MEAN = new TupleTag<>("mean");
  private static final TupleTag<String> LAST = new TupleTag<>("last");
  private static final Coder<KV<String, Double>> ORDER_CODER =
      KvCoder.of(StringUtf8Coder.of(), DoubleCoder.of());
  private static final List<KV<String, Double>> ORDERS =
      List.of(KV.of("a", 3.0), KV.of("b", 0.0), KV.of("c", 6.0));

  private static ComposedCombineFn<KV<String, Double>> composed() {
    SimpleFunction<KV<String, Double>, KV<String, Double>> each = Aggregations.identity();
    return CombineFns.compose()
        .with(
            each,
            ORDER_CODER,
            Aggregations.filtered(AggregationsTest::isPaid, Count.combineFn()),
            PAID)
        .with(
            each,
            ORDER_CODER,
            Aggregations.filtered(
                AggregationsTest::isPaid,
                Aggregations.mapped(KV::getValue, DoubleCoder.of(), Statistics.mean())),
            MEAN)
        .with(
            each,
            ORDER_CODER,
            Aggregations.mapped(KV::getKey, StringUtf8Coder.of(), Extremes.<String>max()),
            LAST);
  }

  private static boolean isPaid(KV<String, Double> order) {
    return order.getValue() > 0;
  }

  @Test
  void composition() {
    CoCombineResult result = composed().apply(ORDERS);
    assertThat(result.get(PAID)).isEqualTo(2);
    assertThat(result.get(MEAN)).isEqualTo(4.5);
    assertThat(result.get(LAST)).isEqualTo("c");
  }

  @Test
  void compositionOfNothing() {
    CoCombineResult result = composed().apply(List.of());
    assertThat(result.get(PAID)).isZero();
    assertThat(result.get(MEAN)).isNaN();
    assertThat(result.get(LAST)).isNull();
  }

  @Test
  void codersOfAComposition() throws Exception {
    Coder<Object[]> accumulators =
        composed().getAccumulatorCoder(CoderRegistry.createDefault(), ORDER_CODER);
    CoderProperties.coderSerializable(accumulators);
    List<Object[]> parts = new ArrayList<>();
    for (KV<String, Double> order : ORDERS) {
      Object[] part = composed().addInput(composed().createAccumulator(), order);
      parts.add(CoderUtils.clone(accumulators, part));
    }
    Object[] merged = composed().mergeAccumulators(parts);
    CoCombineResult result = composed().extractOutput(merged);
    assertThat(result).isEqualTo(composed().apply(ORDERS));
    Coder<CoCombineResult> results =
        composed().getDefaultOutputCoder(CoderRegistry.createDefault(), ORDER_CODER);
    assertThat(CoderUtils.clone(results, result)).isEqualTo(result);
  }

  @Test
  void resultOfACompositionMapped() throws Exception {
    CombineFn<KV<String, Double>, ?, String> fn =
        Aggregations.mappedResult(
            result -> result.get(PAID) + " paid, the last " + result.get(LAST),
            StringUtf8Coder.of(),
            composed());
    assertThat(fn.apply(ORDERS)).isEqualTo("2 paid, the last c");
    assertThat(fn.getDefaultOutputCoder(CoderRegistry.createDefault(), ORDER_CODER))
        .isEqualTo(StringUtf8Coder.of());
  }

  @Test
  void identity() {
    assertThat(Aggregations.<String>identity().apply("a")).isEqualTo("a");
  }

  @Test
  void compactionReachesTheFunctionInside() {
    CombineFn<Long, ?, Long> fn = Aggregations.filtered(n -> n > 1, new Compacting());
    assertThat(compactedAndExtracted(fn)).isEqualTo(-1);
  }

  private static <A> Long compactedAndExtracted(CombineFn<Long, A, Long> fn) {
    return fn.extractOutput(fn.compact(fn.createAccumulator()));
  }

  /** Shows whether it was compacted. */
  private static final class Compacting extends CombineFn<Long, Long, Long> {
    @Override
    public Long createAccumulator() {
      return 0L;
    }

    @Override
    public Long addInput(Long accumulator, Long input) {
      return accumulator + input;
    }

    @Override
    public Long mergeAccumulators(Iterable<Long> accumulators) {
      return 0L;
    }

    @Override
    public Long extractOutput(Long accumulator) {
      return accumulator;
    }

    @Override
    public Long compact(Long accumulator) {
      return -1L;
    }
  }

  @Test
  void displayDataShowsTheFunctionInside() {
    CombineFn<Long, ?, ?> fn =
        Aggregations.filtered(n -> n > 1, Frequencies.<Long>mostFrequent(17));
    assertThat(DisplayData.from(fn).items())
        .anySatisfy(item -> assertThat(item.getKey()).isEqualTo("predicate"))
        .anySatisfy(item -> assertThat(item.getValue()).isEqualTo(17L));
    CombineFn<Long, ?, ?> mapped =
        Aggregations.mapped(n -> n + 1, VarLongCoder.of(), Extremes.<Long>min());
    assertThat(DisplayData.from(mapped).items())
        .anySatisfy(item -> assertThat(item.getKey()).isEqualTo("mapping"))
        .anySatisfy(item -> assertThat(item.getValue()).isEqualTo("min"));
  }

  @Test
  void null_isRefused() {
    assertThatThrownBy(() -> Aggregations.filtered(null, Count.combineFn()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("predicate");
    assertThatThrownBy(() -> Aggregations.mapped(null, VarLongCoder.of(), Count.combineFn()))
        .hasMessage("mapping");
    assertThatThrownBy(() -> Aggregations.mapped(n -> n, null, Count.combineFn()))
        .hasMessage("mappedCoder");
    assertThatThrownBy(() -> Aggregations.mappedResult(n -> 1L, VarLongCoder.of(), null))
        .hasMessage("combineFn");
  }
}
