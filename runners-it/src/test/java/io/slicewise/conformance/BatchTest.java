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
  private final List<String> sums = new ArrayList<>();

  BatchTest() {
    Random random = new Random(5);
    Map<String, Long> expected = new HashMap<>();
    for (long value = 1; value <= 300; value++) {
      String key = "key " + value % 4;
      long timestamp = random.nextInt(1000);
      elements.add(TimestampedValue.of(KV.of(key, value), Instant.ofEpochMilli(timestamp)));
      for (long start = timestamp - SIZE + 1; start <= timestamp; start++) {
        if (Math.floorMod(start, PERIOD) == 0) {
          expected.merge(key + " ending " + (start + SIZE), value, Long::sum);
        }
      }
    }
    expected.forEach((window, sum) -> sums.add(window + ": " + sum));
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

  private void check(
      Class<? extends PipelineRunner<?>> runner, int parallelism, boolean lateOutput) {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(runner);
    options.setParallelism(parallelism);
    Pipeline pipeline = Pipeline.create(options);
    PCollection<KV<String, Long>> input =
        pipeline.apply(
            Create.timestamped(elements)
                .withCoder(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of())));
    SlicedWindowAggregate<String, Long, Long> aggregate =
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
            .windowedBy(Window.into(SlidingWindows.of(millis(SIZE)).every(millis(PERIOD))));
    if (lateOutput) {
      TupleTag<KV<String, Long>> panes = new TupleTag<>() {};
      TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
      PCollectionTuple outputs = input.apply(aggregate.withLateOutput(panes, late));
      PAssert.that(outputs.get(late)).empty();
      checkPanes(outputs.get(panes));
    } else {
      checkPanes(input.apply(aggregate));
    }
    pipeline.run().waitUntilFinish();
  }

  private void checkPanes(PCollection<KV<String, Long>> panes) {
    PAssert.that(panes.apply("Describe", ParDo.of(new DescribeFn()))).containsInAnyOrder(sums);
    PAssert.that(panes.apply(GroupByKey.create()).apply("Group", ParDo.of(new OnlyFn())))
        .containsInAnyOrder(sums);
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
