package io.slicewise.conformance;

import static org.joda.time.Duration.millis;

import io.slicewise.beam.LateElement;
import io.slicewise.beam.SlicedWindowAggregate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineRunner;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounded inputs, in batch mode: each window once, with all that it holds, on several workers. */
class BatchTest {
  private static final long SIZE = 50;
  private static final long PERIOD = 20;

  private final List<TimestampedValue<KV<String, Long>>> elements = new ArrayList<>();
  private final List<String> sums;

  BatchTest() {
    Random random = new Random(5);
    for (long value = 1; value <= 300; value++) {
      elements.add(
          TimestampedValue.of(
              KV.of("key " + value % 4, value), Instant.ofEpochMilli(random.nextInt(1000))));
    }
    sums = sumsOf(SIZE, PERIOD);
  }

  /** What sliding windows give, as texts. */
  private List<String> sumsOf(long size, long period) {
    Map<String, Long> expected = new HashMap<>();
    for (TimestampedValue<KV<String, Long>> element : elements) {
      KV<String, Long> pair = element.getValue();
      long timestamp = element.getTimestamp().getMillis();
      for (long start = timestamp - size + 1; start <= timestamp; start++) {
        if (Math.floorMod(start, period) == 0) {
          expected.merge(pair.getKey() + " ending " + (start + size), pair.getValue(), Long::sum);
        }
      }
    }
    return described(expected);
  }

  /** What the global window gives, as texts. */
  private List<String> sumsOfAll() {
    Map<String, Long> expected = new HashMap<>();
    for (TimestampedValue<KV<String, Long>> element : elements) {
      KV<String, Long> pair = element.getValue();
      expected.merge(
          pair.getKey() + " ending " + (GlobalWindow.INSTANCE.maxTimestamp().getMillis() + 1),
          pair.getValue(),
          Long::sum);
    }
    return described(expected);
  }

  private static List<String> described(Map<String, Long> sums) {
    return sums.entrySet().stream().map(sum -> sum.getKey() + ": " + sum.getValue()).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void flink(int parallelism) {
    check(FlinkRunner.class, parallelism, false);
    check(FlinkRunner.class, parallelism, true);
  }

  @Test
  void direct() {
    check(DirectRunner.class, 1, false);
    check(DirectRunner.class, 1, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void flink_severalWindows(int parallelism) {
    checkSeveral(FlinkRunner.class, parallelism);
  }

  @Test
  void direct_severalWindows() {
    checkSeveral(DirectRunner.class, 1);
  }

  /** With the global window last, and first; and with windows that have gaps. */
  private void checkSeveral(Class<? extends PipelineRunner<?>> runner, int parallelism) {
    Pipeline pipeline = pipeline(runner, parallelism);
    PCollection<KV<String, Long>> input = input(pipeline);
    Window<KV<String, Long>> sliding =
        Window.into(SlidingWindows.of(millis(SIZE)).every(millis(PERIOD)));
    Window<KV<String, Long>> gaps = Window.into(SlidingWindows.of(millis(7)).every(millis(30)));
    Window<KV<String, Long>> ever = Window.into(new GlobalWindows());
    TupleTag<KV<String, Long>> first = new TupleTag<>() {};
    TupleTag<KV<String, Long>> second = new TupleTag<>() {};
    TupleTag<KV<String, Long>> third = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
    SlicedWindowAggregate<String, Long, Long> aggregate =
        SlicedWindowAggregate.perKey(Sum.ofLongs());
    PCollectionTuple globalLast =
        input.apply(
            "Global last",
            aggregate
                .windowedBy(first, sliding)
                .windowedBy(second, gaps)
                .windowedBy(third, ever)
                .withLateOutput(late));
    checkPanes("Last, sliding", globalLast.get(first), sums);
    checkPanes("Last, gaps", globalLast.get(second), sumsOf(7, 30));
    checkPanes("Last, global", globalLast.get(third), sumsOfAll());
    PAssert.that(globalLast.get(late)).empty();
    PCollectionTuple globalFirst =
        input.apply("Global first", aggregate.windowedBy(first, ever).windowedBy(second, sliding));
    checkPanes("First, global", globalFirst.get(first), sumsOfAll());
    checkPanes("First, sliding", globalFirst.get(second), sums);
    pipeline.run().waitUntilFinish();
  }

  private void check(
      Class<? extends PipelineRunner<?>> runner, int parallelism, boolean lateOutput) {
    Pipeline pipeline = pipeline(runner, parallelism);
    PCollection<KV<String, Long>> input = input(pipeline);
    SlicedWindowAggregate<String, Long, Long> aggregate =
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
            .windowedBy(Window.into(SlidingWindows.of(millis(SIZE)).every(millis(PERIOD))));
    if (lateOutput) {
      TupleTag<KV<String, Long>> panes = new TupleTag<>() {};
      TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
      PCollectionTuple outputs = input.apply(aggregate.withLateOutput(panes, late));
      PAssert.that(outputs.get(late)).empty();
      checkPanes("Panes", outputs.get(panes), sums);
    } else {
      checkPanes("Panes", input.apply(aggregate), sums);
    }
    pipeline.run().waitUntilFinish();
  }

  private static Pipeline pipeline(Class<? extends PipelineRunner<?>> runner, int parallelism) {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(runner);
    options.setParallelism(parallelism);
    return Pipeline.create(options);
  }

  private PCollection<KV<String, Long>> input(Pipeline pipeline) {
    return pipeline.apply(
        Create.timestamped(elements)
            .withCoder(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of())));
  }

  /** Whether {@code panes} are the expected ones, and a grouping of them sees their windows. */
  private static void checkPanes(
      String name, PCollection<KV<String, Long>> panes, List<String> expected) {
    PAssert.that(panes.apply(name + " described", ParDo.of(new DescribeFn())))
        .containsInAnyOrder(expected);
    PAssert.that(
            panes
                .apply(name + " by key", GroupByKey.create())
                .apply(name + " grouped", ParDo.of(new OnlyFn())))
        .containsInAnyOrder(expected);
  }

  private static String described(KV<String, Long> pane, BoundedWindow window) {
    return pane.getKey()
        + " ending "
        + (window.maxTimestamp().getMillis() + 1)
        + ": "
        + pane.getValue();
  }

  private static final class DescribeFn extends DoFn<KV<String, Long>, String> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void processElement(
        @Element KV<String, Long> pane, BoundedWindow window, OutputReceiver<String> output) {
      output.output(described(pane, window));
    }
  }

  private static final class OnlyFn extends DoFn<KV<String, Iterable<Long>>, String> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void processElement(
        @Element KV<String, Iterable<Long>> panes,
        BoundedWindow window,
        OutputReceiver<String> output) {
      for (Long sum : panes.getValue()) {
        output.output(described(KV.of(panes.getKey(), sum), window));
      }
    }
  }
}
