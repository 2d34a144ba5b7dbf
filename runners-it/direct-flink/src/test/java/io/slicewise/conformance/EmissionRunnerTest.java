package io.slicewise.conformance;

import static org.joda.time.Duration.millis;

import io.slicewise.beam.EmissionOptions;
import io.slicewise.beam.LateElement;
import io.slicewise.beam.SlicedWindowAggregate;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Never;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Panes left out and filled in, and timestamps far ahead, on DirectRunner and on Flink. */
class EmissionRunnerTest {

  /** A pane as a text: its last instant, value, timing and index. */
  private static final class AsText extends DoFn<KV<String, Long>, String> {
    @ProcessElement
    public void processElement(ProcessContext context, BoundedWindow window) {
      context.output(
          window.maxTimestamp().getMillis()
              + ": "
              + context.element().getValue()
              + " "
              + context.pane().getTiming()
              + " "
              + context.pane().getIndex());
    }
  }

  private static PCollection<KV<String, Long>> input(Pipeline pipeline) {
    return pipeline.apply(
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
            .advanceWatermarkTo(Instant.ofEpochMilli(0))
            .addElements(element(1, 3))
            .addElements(element(0, 4))
            .advanceWatermarkTo(Instant.ofEpochMilli(12))
            .addElements(element(0, 5))
            .addElements(element(2, 13))
            .advanceWatermarkTo(Instant.ofEpochMilli(100))
            .addElements(element(64, 6))
            .addElements(element(4, 103))
            .addElements(element(8, 1_000))
            .addElements(element(16, 125))
            .advanceWatermarkToInfinity());
  }

  private static TimestampedValue<KV<String, Long>> element(long value, long millis) {
    return TimestampedValue.of(KV.of("k", value), Instant.ofEpochMilli(millis));
  }

  private static SlicedWindowAggregate<String, Long, Long> sums() {
    return SlicedWindowAggregate.perKey(Sum.ofLongs());
  }

  private static PCollection<String> texts(PCollection<KV<String, Long>> panes) {
    return panes.apply(ParDo.of(new AsText())).apply(Window.into(new GlobalWindows()));
  }

  @ParameterizedTest
  @EnumSource
  void allOptions(OrderedAggregatesRunnerTest.Runner runner) {
    Pipeline pipeline = Pipeline.create(runner.options());
    PCollection<KV<String, Long>> panes =
        input(pipeline)
            .apply(
                sums()
                    .emitting(
                        EmissionOptions.asInBeam()
                            .onlyChanged()
                            .fillingEmptyWindows(millis(20))
                            .earlyForNextWindowOnly())
                    .clampingFuture(millis(20))
                    .windowedBy(
                        Window.<KV<String, Long>>into(
                                SlidingWindows.of(millis(20)).every(millis(10)))
                            .triggering(
                                AfterWatermark.pastEndOfWindow()
                                    .withEarlyFirings(AfterPane.elementCountAtLeast(1))
                                    .withLateFirings(AfterPane.elementCountAtLeast(1)))
                            .withAllowedLateness(millis(10))
                            .accumulatingFiredPanes()));
    PAssert.that(texts(panes))
        .containsInAnyOrder(
            "9: 1 EARLY 0",
            "19: 1 EARLY 0",
            "19: 3 EARLY 1",
            "29: 2 ON_TIME 0",
            "39: 0 ON_TIME 0",
            "49: 0 ON_TIME 0",
            "109: 4 EARLY 0",
            "119: 4 ON_TIME 0",
            "129: 24 ON_TIME 0",
            "139: 24 ON_TIME 0");
    pipeline.run().waitUntilFinish();
  }

  @ParameterizedTest
  @EnumSource
  void futureAndLateOutput_ofFinalResults(OrderedAggregatesRunnerTest.Runner runner) {
    Pipeline pipeline = Pipeline.create(runner.options());
    TupleTag<KV<String, Long>> panes = new TupleTag<>() {};
    TupleTag<KV<String, Long>> future = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
    PCollectionTuple outputs =
        input(pipeline)
            .apply(
                sums()
                    .windowedBy(
                        panes,
                        Window.<KV<String, Long>>into(FixedWindows.of(millis(10)))
                            .triggering(Never.ever())
                            .withAllowedLateness(millis(20))
                            .discardingFiredPanes())
                    .withLateOutput(late)
                    .withFutureOutput(millis(20), future));
    PAssert.that(texts(outputs.get(panes)))
        .containsInAnyOrder("9: 1 ON_TIME 0", "19: 2 ON_TIME 0", "109: 4 ON_TIME 0");
    PAssert.that(
            outputs
                .get(future)
                .apply("Future", MapElements.into(TypeDescriptors.longs()).via(KV::getValue)))
        .containsInAnyOrder(8L, 16L);
    PAssert.that(
            outputs
                .get(late)
                .apply(
                    "Late",
                    MapElements.into(TypeDescriptors.longs()).via(kv -> kv.getValue().value())))
        .containsInAnyOrder(64L);
    pipeline.run().waitUntilFinish();
  }
}
