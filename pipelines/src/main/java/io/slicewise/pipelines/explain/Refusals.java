package io.slicewise.pipelines.explain;

import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.SlicedWindowAggregateMulti;
import io.slicewise.beam.SlicedWindowAggregateRetracting;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.Scenario.Accumulation;
import io.slicewise.pipelines.scenario.run.ScenarioWindows;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Why the transform refuses to be built, if it does: it is built.
 *
 * @param unbounded for an unbounded input
 * @param bounded for a bounded input
 * @param preAggregation of an unbounded input, if partial aggregates are asked for before the
 *     shuffle
 * @param hotKeyFanout of an unbounded input, if keys are to be spread over shards
 */
record Refusals(
    Optional<String> unbounded,
    Optional<String> bounded,
    Optional<String> preAggregation,
    Optional<String> hotKeyFanout) {
  private static final KvCoder<String, Long> CODER =
      KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of());

  static Refusals of(Question question) {
    Scenario scenario = question.scenario();
    return new Refusals(
        refusal(scenario, UnaryOperator.identity(), false),
        refusal(scenario, UnaryOperator.identity(), true),
        refusal(scenario, plain -> plain.withPreAggregation(1_000), false),
        refusal(scenario, plain -> plain.withHotKeyFanout(2), false));
  }

  private static Optional<String> refusal(
      Scenario scenario,
      UnaryOperator<SlicedWindowAggregate<String, Long, Long>> options,
      boolean bounded) {
    PipelineOptions runnerGivenLater = PipelineOptionsFactory.create();
    Pipeline pipeline = Pipeline.create(runnerGivenLater);
    PCollection<KV<String, Long>> input =
        bounded
            ? pipeline.apply(Create.empty(CODER))
            : pipeline.apply(TestStream.create(CODER).advanceWatermarkToInfinity());
    try {
      SlicedWindowAggregate<String, Long, Long> plain =
          options.apply(SlicedWindowAggregate.perKey(Count.<Long>combineFn()));
      if (scenario.accumulation() == Accumulation.RETRACTING) {
        SlicedWindowAggregateRetracting<String, Long, Long> changes = plain.retractingFiredPanes();
        input.apply(
            withAll(scenario, changes.windowedBy(new TupleTag<>("0"), window(scenario, 0))));
      } else {
        input.apply(withAll(scenario, plain.windowedBy(new TupleTag<>("0"), window(scenario, 0))));
      }
      return Optional.empty();
    } catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static <R> SlicedWindowAggregateMulti<String, Long, R> withAll(
      Scenario scenario, SlicedWindowAggregateMulti<String, Long, R> first) {
    SlicedWindowAggregateMulti<String, Long, R> several = first;
    for (int i = 1; i < scenario.windows().size(); i++) {
      several = several.windowedBy(new TupleTag<>(String.valueOf(i)), window(scenario, i));
    }
    return several;
  }

  private static Window<KV<String, Long>> window(Scenario scenario, int index) {
    return ScenarioWindows.forBeam(scenario, scenario.windows().get(index));
  }
}
