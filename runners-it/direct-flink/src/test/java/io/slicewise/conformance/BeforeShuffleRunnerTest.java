package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import io.slicewise.beam.SlicedWindowAggregate;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregating before the shuffle gives the same panes on Flink, too. */
class BeforeShuffleRunnerTest {
  private static final int LARGEST_STEP = 8;

  private record Pane(String window, KV<String, Long> value, Instant timestamp, PaneInfo info) {}

  private static final class Collected extends DoFn<KV<String, Long>, Void> {
    private static final Map<String, Queue<Pane>> PANES = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();

    @ProcessElement
    public void processElement(ProcessContext context, BoundedWindow window) {
      PANES
          .computeIfAbsent(id, unused -> new ConcurrentLinkedQueue<>())
          .add(new Pane(window.toString(), context.element(), context.timestamp(), context.pane()));
    }

    private Queue<Pane> panes() {
      return PANES.getOrDefault(id, new ConcurrentLinkedQueue<>());
    }

    private List<String> sorted() {
      return panes().stream().map(Pane::toString).sorted().toList();
    }

    /** What each window of a key shows in the end. */
    private Map<String, Long> last() {
      Map<String, Pane> last = new TreeMap<>();
      for (Pane pane : panes()) {
        last.merge(
            pane.window() + " " + pane.value().getKey(),
            pane,
            (one, other) -> one.info().getIndex() > other.info().getIndex() ? one : other);
      }
      Map<String, Long> values = new TreeMap<>();
      last.forEach((window, pane) -> values.put(window, pane.value().getValue()));
      return values;
    }
  }

  private static Collected collect(PCollection<KV<String, Long>> panes, String name) {
    Collected collected = new Collected();
    panes.apply(name, ParDo.of(collected)).setCoder(VoidCoder.of());
    return collected;
  }

  /** Elements of two keys, and a watermark that moves in small steps beyond all of them. */
  private static TestStream<KV<String, Long>> stream(long seed, int earliest) {
    Random random = new Random(seed);
    TestStream.Builder<KV<String, Long>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
            .advanceWatermarkTo(Instant.ofEpochMilli(0));
    long watermark = 0;
    for (int step = 0; step < 60; step++) {
      if (random.nextInt(4) == 0) {
        watermark += random.nextInt(1, LARGEST_STEP);
        stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(watermark));
      } else {
        KV<String, Long> element = KV.of("k" + random.nextInt(2), 1L << random.nextInt(30));
        stream =
            stream.addElements(
                TimestampedValue.of(
                    element, Instant.ofEpochMilli(watermark + random.nextInt(earliest, 30))));
      }
    }
    for (long end = watermark + 100; watermark < end; watermark += LARGEST_STEP) {
      stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(watermark + LARGEST_STEP));
    }
    return stream.advanceWatermarkToInfinity();
  }

  private static SlicedWindowAggregate<String, Long, Long> sums(long latenessMillis) {
    return SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
        .windowedBy(
            Window.<KV<String, Long>>into(SlidingWindows.of(millis(25)).every(millis(10)))
                .withAllowedLateness(millis(latenessMillis))
                .accumulatingFiredPanes());
  }

  private static PipelineOptions flink(long bundleSize) {
    PipelineOptions options = OrderedAggregatesRunnerTest.Runner.FLINK.options();
    options.as(FlinkPipelineOptions.class).setMaxBundleSize(bundleSize);
    return options;
  }

  /** Without late elements, as an open bundle holds the watermark back. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void preAggregation_inBundles(long seed) {
    Pipeline pipeline = Pipeline.create(flink(7));
    PCollection<KV<String, Long>> input = pipeline.apply(stream(seed, 0));
    Collected with = collect(input.apply("With", sums(0).withPreAggregation(5)), "Panes with");
    Collected without =
        collect(input.apply("Without", sums(0).withoutPreAggregation()), "Panes without");
    pipeline.run().waitUntilFinish();
    assertThat(with.sorted()).isNotEmpty().containsExactlyElementsOf(without.sorted());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void hotKeyFanout_ofAllKeysOrOne(long seed) {
    Pipeline pipeline = Pipeline.create(flink(1));
    PCollection<KV<String, Long>> input = pipeline.apply(stream(seed, 0));
    Collected all = collect(input.apply("All", sums(0).withHotKeyFanout(3)), "Panes of all");
    Collected one =
        collect(
            input.apply("One", sums(0).withHotKeyFanout(key -> key.equals("k0") ? 2 : 1)),
            "Panes of one");
    Collected without =
        collect(input.apply("Without", sums(0).withoutPreAggregation()), "Panes without");
    pipeline.run().waitUntilFinish();
    assertThat(all.sorted()).isNotEmpty().containsExactlyElementsOf(without.sorted());
    assertThat(one.sorted()).containsExactlyElementsOf(without.sorted());
  }

  /** The watermark of the second step lags, so what is late may be on time; all of it counts. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void hotKeyFanout_withLateElements(long seed) {
    Pipeline pipeline = Pipeline.create(flink(1));
    PCollection<KV<String, Long>> input = pipeline.apply(stream(seed, -30));
    Collected with = collect(input.apply("With", sums(1_000).withHotKeyFanout(3)), "Panes with");
    Collected without = collect(input.apply("Without", sums(1_000)), "Panes without");
    pipeline.run().waitUntilFinish();
    assertThat(without.panes()).anyMatch(pane -> pane.info().getTiming() == PaneInfo.Timing.LATE);
    assertThat(with.last()).isEqualTo(without.last());
  }
}
