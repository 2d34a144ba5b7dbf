package io.slicewise.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import io.slicewise.beam.CountWindowAggregate;
import io.slicewise.beam.OverAggregate;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.SlicedWindowMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.metrics.DistributionResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler.BadRecordErrorHandler;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Input that nobody wants, on DirectRunner and on Flink: panes are right all the same. */
class HostileInputTest {
  private static final long SIZE = 20;
  private static final long PERIOD = 10;

  @TempDir private Path folder;

  private record Element(String key, Long value, long timestampMillis) {}

  /** Elements in order of time; the watermark follows 15 ms behind. */
  private static PCollection<KV<String, Long>> input(Pipeline pipeline, List<Element> elements) {
    Coder<String> keys = NullableCoder.of(StringUtf8Coder.of());
    Coder<Long> values = NullableCoder.of(VarLongCoder.of());
    TestStream.Builder<KV<String, Long>> stream = TestStream.create(KvCoder.of(keys, values));
    for (Element element : elements) {
      stream =
          stream
              .addElements(
                  TimestampedValue.of(
                      KV.of(element.key, element.value),
                      Instant.ofEpochMilli(element.timestampMillis)))
              .advanceWatermarkTo(Instant.ofEpochMilli(element.timestampMillis - 15));
    }
    return pipeline.apply("In", stream.advanceWatermarkToInfinity());
  }

  private static Window<KV<String, Long>> sliding() {
    return Window.into(SlidingWindows.of(millis(SIZE)).every(millis(PERIOD)));
  }

  /** The windows of {@link #sliding} that hold an instant, by their starts. */
  private static long[] startsOf(long millis) {
    long last = Math.floorDiv(millis, PERIOD) * PERIOD;
    return new long[] {last - PERIOD, last};
  }

  private interface Fold {
    Object of(List<Long> values);
  }

  /** What comes out of {@link #sliding}, by the definition. */
  private static List<String> expected(List<Element> elements, Fold fold) {
    return elements.stream()
        .flatMap(
            element ->
                Arrays.stream(startsOf(element.timestampMillis))
                    .mapToObj(
                        start ->
                            Panes.text(
                                element.key,
                                start,
                                start + SIZE,
                                fold.of(valuesOf(elements, element.key, start)))))
        .distinct()
        .sorted()
        .toList();
  }

  private static List<Long> valuesOf(List<Element> elements, String key, long start) {
    return elements.stream()
        .filter(element -> Objects.equals(element.key, key))
        .filter(element -> element.timestampMillis >= start)
        .filter(element -> element.timestampMillis < start + SIZE)
        .map(Element::value)
        .toList();
  }

  /** All keys and values may be null, and so are accumulators and results where all values are. */
  @ParameterizedTest
  @EnumSource
  void nulls(Runner runner) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      elements.add(
          new Element(
              i % 2 == 0 ? null : "k", i % 3 == 0 && i < 30 ? (Long) (long) i : null, 2 * i));
    }
    Pipeline pipeline = Pipeline.create(runner.options(folder));
    PCollection<KV<String, Long>> input = input(pipeline, elements);
    SlicedWindowAggregate<String, Long, Long> largest =
        SlicedWindowAggregate.<String, Long, Long>perKey(new LargestOrNull()).windowedBy(sliding());
    Panes<String, Long> together = Panes.of(input.apply("Together", largest));
    Panes<String, Long> single = Panes.of(input.apply("Single", largest.withoutPreAggregation()));
    Panes<String, Long> spread = Panes.of(input.apply("Spread", largest.withHotKeyFanout(3)));
    Panes<String, Long> counts =
        Panes.of(
            input.apply(
                "Count",
                CountWindowAggregate.<String, Long, Long>perKey(new LargestOrNull()).ofLast(5)));
    Panes<String, ?> over =
        Panes.of(
            input.apply(
                "Over", OverAggregate.<String, Long, Long>perKey(new LargestOrNull()).rows(5)));
    pipeline.run().waitUntilFinish();
    List<String> expected = expected(elements, LargestOrNull::of);
    assertThat(expected).anyMatch(pane -> pane.startsWith("null") && pane.endsWith("null"));
    assertThat(together.sorted()).isEqualTo(expected);
    assertThat(single.sorted()).isEqualTo(expected);
    assertThat(spread.sorted()).isEqualTo(expected);
    assertThat(counts.sorted()).isEqualTo(largestOfFive(elements, 5));
    assertThat(over.sorted())
        .hasSize(elements.size())
        .contains("null OverResult[value=null, aggregate=null]");
  }

  /** Takes bad records down, as "bad" and the element. */
  private static final class DeadLetters
      extends PTransform<PCollection<BadRecord>, PCollection<KV<String, String>>> {
    private static final long serialVersionUID = 1L;

    @Override
    public PCollection<KV<String, String>> expand(PCollection<BadRecord> records) {
      return records
          .apply(ParDo.of(new ElementOf()))
          .setCoder(KvCoder.of(StringUtf8Coder.of(), StringUtf8Coder.of()));
    }
  }

  private static final class ElementOf extends DoFn<BadRecord, KV<String, String>> {
    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void processElement(
        @Element BadRecord bad, OutputReceiver<KV<String, String>> elements) {
      String json = bad.getRecord().getHumanReadableJsonRecord();
      elements.output(KV.of("bad", json.replaceAll("\\s+", "")));
    }
  }

  /** A sum does not take nulls: they are dead letters, and the others are added up. */
  @ParameterizedTest
  @EnumSource
  void poisonAmongOthers(Runner runner) {
    List<Element> good = new ArrayList<>();
    List<Element> all = new ArrayList<>();
    List<String> bad = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      all.add(new Element("k" + i % 3, i % 5 == 2 ? null : Long.valueOf(i), 2 * i));
      if (all.get(i).value == null) {
        bad.add("bad {\"key\":\"" + all.get(i).key + "\",\"value\":null}");
      } else {
        good.add(all.get(i));
      }
    }
    Pipeline pipeline = Pipeline.create(runner.options(folder));
    SlicedWindowAggregate<String, Long, Long> sums =
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(sliding());
    Panes<String, Long> together;
    Panes<String, Long> spread;
    BadRecordErrorHandler<PCollection<KV<String, String>>> handler =
        pipeline.registerBadRecordErrorHandler(new DeadLetters());
    try (handler) {
      PCollection<KV<String, Long>> input = input(pipeline, all);
      together = Panes.of(input.apply("Together", sums.withBadRecordErrorHandler(handler)));
      spread =
          Panes.of(
              input.apply("Spread", sums.withHotKeyFanout(3).withBadRecordErrorHandler(handler)));
    }
    Panes<String, String> deadLetters = Panes.of(handler.getOutput());
    pipeline.run().waitUntilFinish();
    List<String> expected =
        expected(good, values -> values.stream().mapToLong(Long::longValue).sum());
    assertThat(together.sorted()).isEqualTo(expected);
    assertThat(spread.sorted()).isEqualTo(expected);
    bad.addAll(List.copyOf(bad));
    assertThat(deadLetters.sorted()).isEqualTo(bad.stream().sorted().toList());
  }

  private static List<String> largestOfFive(List<Element> elements, int size) {
    List<String> results = new ArrayList<>();
    for (String key : Arrays.asList(null, "k")) {
      List<Long> values = valuesOfAll(elements, key);
      for (int from = 0; from < values.size(); from += size) {
        results.add(key + " " + LargestOrNull.of(values.subList(from, from + size)));
      }
    }
    return results.stream().sorted().toList();
  }

  private static List<Long> valuesOfAll(List<Element> elements, String key) {
    return elements.stream()
        .filter(element -> Objects.equals(element.key, key))
        .map(Element::value)
        .toList();
  }

  /**
   * Keys that all have the same hash as Java's strings, and others whose encoded bytes all have the
   * same hash as Java's byte buffers, which Flink's keys are.
   */
  @ParameterizedTest
  @EnumSource
  void keysWhoseHashCollides(Runner runner) {
    List<String> keys = new ArrayList<>();
    for (int bits = 0; bits < 32; bits++) {
      StringBuilder sameString = new StringBuilder();
      StringBuilder sameBytes = new StringBuilder();
      for (int bit = 0; bit < 5; bit++) {
        boolean set = (bits >> bit & 1) == 1;
        sameString.append(set ? "Aa" : "BB");
        sameBytes.append(set ? "aA" : "BB");
      }
      keys.add(sameString.toString());
      keys.add(sameBytes.append("!").toString());
    }
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < 3 * keys.size(); i++) {
      elements.add(new Element(keys.get(i % keys.size()), 1L << i % 50, i / 4));
    }
    Pipeline pipeline = Pipeline.create(runner.options(folder));
    PCollection<KV<String, Long>> input = input(pipeline, elements);
    SlicedWindowAggregate<String, Long, Long> sums =
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(sliding());
    Panes<String, Long> together = Panes.of(input.apply("Together", sums));
    Panes<String, Long> single = Panes.of(input.apply("Single", sums.withoutPreAggregation()));
    pipeline.run().waitUntilFinish();
    List<String> expected =
        expected(elements, values -> values.stream().mapToLong(Long::longValue).sum());
    assertThat(together.sorted()).isEqualTo(expected);
    assertThat(single.sorted()).isEqualTo(expected);
  }

  /** Some slices of 24 MB each are in the hot state before anything fires. */
  @ParameterizedTest
  @EnumSource
  void hugeAccumulators(Runner runner) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      elements.add(new Element("k", (long) i % 5, 5 * i));
    }
    Pipeline pipeline = Pipeline.create(runner.options(folder));
    Panes<String, String> panes =
        Panes.of(
            input(pipeline, elements)
                .apply(
                    SlicedWindowAggregate.<String, Long, String>perKey(new HugeHistogram())
                        .windowedBy(sliding())));
    pipeline.run().waitUntilFinish();
    assertThat(panes.sorted()).isEqualTo(expected(elements, HugeHistogram::of));
  }

  /** No bound is set for timestamps: what is kept is the far element's own slice, and no more. */
  @ParameterizedTest
  @EnumSource
  void elementsFarInTheFuture_amongOthers(Runner runner) {
    long year9999 = 253_370_764_800_000L;
    long last = GlobalWindow.INSTANCE.maxTimestamp().getMillis() / PERIOD * PERIOD - 5 * PERIOD;
    List<Element> elements = new ArrayList<>();
    List<Element> far =
        List.of(new Element("k", 1L << 40, year9999), new Element("k", 1L << 41, last));
    Coder<String> keys = NullableCoder.of(StringUtf8Coder.of());
    TestStream.Builder<KV<String, Long>> stream =
        TestStream.create(KvCoder.of(keys, VarLongCoder.of()));
    for (int i = 0; i < 400; i++) {
      Element element = new Element("k", (long) i, 2 * i);
      elements.add(element);
      stream = stream.addElements(timestamped(element));
      if (i == 30) {
        stream = stream.addElements(timestamped(far.get(0)), timestamped(far.get(1)));
      }
      stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(2 * i - 15));
    }
    elements.addAll(far);
    Pipeline pipeline = Pipeline.create(runner.options(folder));
    Panes<String, Long> panes =
        Panes.of(
            pipeline
                .apply("In", stream.advanceWatermarkToInfinity())
                .apply(
                    SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                        .windowedBy(sliding())));
    PipelineResult result = pipeline.run();
    result.waitUntilFinish();
    assertThat(panes.sorted())
        .isEqualTo(expected(elements, values -> values.stream().mapToLong(v -> v).sum()));
    // 15 ms behind, two to a window, and the far two
    assertThat(liveSlices(result).getMax()).isLessThanOrEqualTo(7);
  }

  private static TimestampedValue<KV<String, Long>> timestamped(Element element) {
    return TimestampedValue.of(
        KV.of(element.key, element.value), Instant.ofEpochMilli(element.timestampMillis));
  }

  private static DistributionResult liveSlices(PipelineResult result) {
    return result
        .metrics()
        .queryMetrics(
            MetricsFilter.builder()
                .addNameFilter(
                    MetricNameFilter.named(
                        SlicedWindowMetrics.NAMESPACE, SlicedWindowMetrics.LIVE_SLICES))
                .build())
        .getDistributions()
        .iterator()
        .next()
        .getAttempted();
  }

  /** The coder of the keys has no null: what it says is what the user sees. */
  @ParameterizedTest
  @EnumSource
  void nullKeys_withACoderThatHasNone(Runner runner) {
    Pipeline pipeline = Pipeline.create(runner.options(folder));
    pipeline
        .apply(
            TestStream.create(KvCoder.of(NullableCoder.of(StringUtf8Coder.of()), VarLongCoder.of()))
                .addElements(KV.of((String) null, 1L))
                .advanceWatermarkToInfinity())
        .apply(new WithCoder(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of())))
        .apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(sliding()));
    assertThatThrownBy(() -> pipeline.run().waitUntilFinish())
        .rootCause()
        .hasMessageContaining("cannot encode a null String");
  }
}
