package io.slicewise.conformance;

import static org.joda.time.Duration.millis;

import io.slicewise.beam.CountWindowAggregate;
import io.slicewise.beam.LateElement;
import io.slicewise.beam.OverAggregate;
import io.slicewise.beam.OverResult;
import java.util.function.Supplier;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Aggregates of elements in order, streaming on DirectRunner and on Flink. */
@SuppressWarnings("unchecked") // the varargs of PAssert
class OrderedAggregatesRunnerTest {

  enum Runner {
    DIRECT(OrderedAggregatesRunnerTest::direct),
    FLINK(OrderedAggregatesRunnerTest::flink);

    private final Supplier<PipelineOptions> options;

    Runner(Supplier<PipelineOptions> options) {
      this.options = options;
    }

    PipelineOptions options() {
      return options.get();
    }
  }

  private static PipelineOptions direct() {
    PipelineOptions options = PipelineOptionsFactory.create();
    options.setRunner(DirectRunner.class);
    return options;
  }

  private static PipelineOptions flink() {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("[local]");
    options.setStreaming(true);
    options.setParallelism(1);
    // Each element in a bundle of its own: an open bundle holds the watermark back.
    options.setMaxBundleSize(1L);
    return options;
  }

  /** Of two keys: out of order, of the same time, late, and after a pause. */
  private static PCollection<KV<String, Long>> input(Pipeline pipeline) {
    return pipeline.apply(
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
            .addElements(element("a", 4, 40), element("a", 1, 10), element("b", 100, 15))
            .advanceWatermarkTo(Instant.ofEpochMilli(20))
            .addElements(element("a", 64, 12))
            .addElements(element("a", 2, 40), element("b", 200, 41))
            .advanceWatermarkTo(Instant.ofEpochMilli(50))
            .addElements(element("a", 8, 60), element("a", 16, 90))
            .advanceWatermarkToInfinity());
  }

  private static TimestampedValue<KV<String, Long>> element(String key, long value, long millis) {
    return TimestampedValue.of(KV.of(key, value), Instant.ofEpochMilli(millis));
  }

  private static PCollection<String> lateOf(
      PCollectionTuple outputs, TupleTag<KV<String, LateElement<Long>>> late) {
    return outputs
        .get(late)
        .apply(
            MapElements.into(TypeDescriptors.strings())
                .via(element -> element.getKey() + element.getValue().value()));
  }

  private static KV<String, OverResult<Long, Long>> result(String key, long value, long sum) {
    return KV.of(key, new OverResult<>(value, sum));
  }

  @ParameterizedTest
  @EnumSource
  void overRange(Runner runner) {
    Pipeline pipeline = Pipeline.create(runner.options());
    TupleTag<KV<String, OverResult<Long, Long>>> results = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
    PCollectionTuple outputs =
        input(pipeline)
            .apply(
                OverAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                    .range(millis(30))
                    .withLateOutput(results, late));
    PAssert.that(outputs.get(results))
        .containsInAnyOrder(
            result("a", 1, 1),
            result("a", 4, 7),
            result("a", 2, 7),
            result("a", 8, 14),
            result("a", 16, 24),
            result("b", 100, 100),
            result("b", 200, 300));
    PAssert.that(lateOf(outputs, late)).containsInAnyOrder("a64");
    pipeline.run().waitUntilFinish();
  }

  @ParameterizedTest
  @EnumSource
  void overRows(Runner runner) {
    Pipeline pipeline = Pipeline.create(runner.options());
    PAssert.that(
            input(pipeline)
                .apply(
                    OverAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                        .rows(2)
                        .withAllowedLateness(millis(10))))
        .containsInAnyOrder(
            result("a", 1, 1),
            result("a", 64, 65),
            result("a", 4, 68),
            result("a", 2, 6),
            result("a", 8, 10),
            result("a", 16, 24),
            result("b", 100, 100),
            result("b", 200, 300));
    pipeline.run().waitUntilFinish();
  }

  @ParameterizedTest
  @EnumSource
  void countWindows(Runner runner) {
    Pipeline pipeline = Pipeline.create(runner.options());
    TupleTag<KV<String, Long>> results = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
    PCollectionTuple outputs =
        input(pipeline)
            .apply(
                CountWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                    .ofLast(3)
                    .every(2)
                    .withIncompleteWindows()
                    .withLateOutput(results, late));
    PAssert.that(outputs.get(results))
        .containsInAnyOrder(
            KV.of("a", 1L + 4), KV.of("a", 4L + 2 + 8), KV.of("a", 8L + 16), KV.of("b", 300L));
    PAssert.that(lateOf(outputs, late)).containsInAnyOrder("a64");
    pipeline.run().waitUntilFinish();
  }
}
