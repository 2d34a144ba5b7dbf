package io.slicewise.aggregate;

import io.slicewise.aggregate.sketch.ApproximateDistinct;
import io.slicewise.golden.GoldenValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.junit.jupiter.api.Test;

/** Accumulators are in stored slices, and results in what comes after. */
class GoldenAccumulatorsTest {

  private static List<GoldenValue<?>> accumulators() {
    return AggregateCases.all().stream().<GoldenValue<?>>map(it -> accumulator(it)).toList();
  }

  private static <T, A, O> GoldenValue<A> accumulator(AggregateCase<T, A, O> it) {
    return new GoldenValue<>(
        it.name(),
        it.accumulatorCoder(),
        it.accumulated(it.input()),
        accumulator -> String.valueOf(it.fn().extractOutput(accumulator)));
  }

  private static List<GoldenValue<?>> results() throws Exception {
    List<GoldenValue<?>> results = new ArrayList<>();
    AggregateCases.all().forEach(it -> results.add(result(it)));
    var distinct = ApproximateDistinct.of(StringUtf8Coder.of());
    results.add(
        new GoldenValue<>(
            "distinct estimate",
            distinct.getDefaultOutputCoder(CoderRegistry.createDefault(), StringUtf8Coder.of()),
            distinct.apply(List.of("a", "b", "a")),
            String::valueOf));
    return results;
  }

  private static <O> GoldenValue<O> result(AggregateCase<?, ?, O> it) {
    Coder<O> coder = it.resultCoder();
    return new GoldenValue<>(it.name(), coder, it.expected(), String::valueOf);
  }

  @Test
  void accumulators_areWritten() throws IOException {
    GoldenValue.checkWritten(
        "accumulators", "Accumulators of a few elements, and their results", accumulators());
  }

  @Test
  void accumulators_areRead() throws IOException {
    GoldenValue.checkRead("accumulators", accumulators());
  }

  @Test
  void results_areWritten() throws Exception {
    GoldenValue.checkWritten("results", "Results", results());
  }

  @Test
  void results_areRead() throws Exception {
    GoldenValue.checkRead("results", results());
  }
}
