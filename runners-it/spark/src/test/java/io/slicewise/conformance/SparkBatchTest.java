package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import io.slicewise.beam.Change;
import io.slicewise.beam.CountWindowAggregate;
import io.slicewise.beam.OverAggregate;
import io.slicewise.beam.OverResult;
import io.slicewise.beam.SlicedWindowAggregate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.transforms.windowing.PaneInfo.Timing;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * What there is beside one plain aggregation, on Spark in batch mode: everything that comes out.
 */
class SparkBatchTest {
  private static final PaneInfo ONLY_PANE = PaneInfo.createPane(true, true, Timing.ON_TIME);
  private static final SlicedWindowAggregate<String, Long, Long> SUMS =
      SlicedWindowAggregate.perKey(Sum.ofLongs());
  private static final Window<KV<String, Long>> SLIDING =
      Window.into(SlidingWindows.of(millis(50)).every(millis(20)));

  /** Of three keys, no two at the same time. */
  private record Element(String key, long value, long timestamp) {}

  private final List<Element> elements = new ArrayList<>();
  private final Pipeline pipeline = Pipeline.create(SparkBatch.options());
  private final PCollection<KV<String, Long>> input;

  SparkBatchTest() {
    Random random = new Random(7);
    for (long value = 1; value <= 120; value++) {
      long timestamp = random.nextInt(10) * 1000L + value * 7 % 120;
      elements.add(new Element("k" + value % 3, value, timestamp));
    }
    input =
        pipeline.apply(
            Create.timestamped(
                    elements.stream()
                        .map(
                            element ->
                                TimestampedValue.of(
                                    KV.of(element.key(), element.value()),
                                    Instant.ofEpochMilli(element.timestamp())))
                        .toList())
                .withCoder(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of())));
  }

  private void run() {
    pipeline.run().waitUntilFinish();
  }

  /** The elements of a key in order of time. */
  private List<Element> ofKey(String key) {
    return elements.stream()
        .filter(element -> element.key().equals(key))
        .sorted(Comparator.comparing(Element::timestamp))
        .toList();
  }

  /** What comes out of the windows of {@code size} that begin at multiples of {@code period}. */
  private List<String> sums(long size, long period) {
    Map<KV<String, Long>, Long> sums = new TreeMap<>(Comparator.comparing(KV::toString));
    for (Element element : elements) {
      for (long start = element.timestamp() - size + 1; start <= element.timestamp(); start++) {
        if (Math.floorMod(start, period) == 0) {
          sums.merge(KV.of(element.key(), start), element.value(), Long::sum);
        }
      }
    }
    List<String> texts = new ArrayList<>();
    sums.forEach(
        (window, sum) ->
            texts.add(
                pane(KV.of(window.getKey(), sum), interval(window.getValue(), size), ONLY_PANE)));
    return texts.stream().sorted().toList();
  }

  private static BoundedWindow interval(long start, long size) {
    return new IntervalWindow(Instant.ofEpochMilli(start), millis(size));
  }

  private static String pane(Object value, BoundedWindow window, PaneInfo info) {
    return Collected.text(value, window.maxTimestamp().getMillis(), window, info);
  }

  private static String result(Object value, long timestamp) {
    return Collected.text(value, timestamp, GlobalWindow.INSTANCE, PaneInfo.NO_FIRING);
  }

  private long sumOf(LongPredicate isWanted) {
    return elements.stream().mapToLong(Element::value).filter(isWanted).sum();
  }

  @Test
  void retractions() {
    Collected<KV<String, Change<Long>>> changes =
        Collected.of(
            "changes",
            input.apply(
                SlicedWindowAggregate.<String, Long, Long>perKey(Count.combineFn())
                    .windowedBy(
                        Window.<KV<String, Long>>into(FixedWindows.of(millis(2000)))
                            .triggering(
                                AfterWatermark.pastEndOfWindow()
                                    .withEarlyFirings(AfterPane.elementCountAtLeast(1)))
                            .withAllowedLateness(millis(0)))
                    .retractingFiredPanes()));
    run();
    List<String> expected = new ArrayList<>();
    for (String key : List.of("k0", "k1", "k2")) {
      for (long start = 0; start < 10_000; start += 2000) {
        BoundedWindow window = interval(start, 2000);
        long from = start;
        long count =
            ofKey(key).stream()
                .filter(element -> element.timestamp() / 2000 * 2000 == from)
                .count();
        for (long index = 0; index <= count; index++) {
          PaneInfo info =
              index < count
                  ? PaneInfo.createPane(index == 0, false, Timing.EARLY, index, -1)
                  : PaneInfo.createPane(false, true, Timing.ON_TIME, index, 0);
          if (index > 0) {
            PaneInfo before =
                PaneInfo.createPane(
                    false, false, info.getTiming(), index, info.getNonSpeculativeIndex());
            expected.add(
                pane(KV.of(key, new Change<>(index, Change.Kind.RETRACTION)), window, before));
          }
          expected.add(
              pane(
                  KV.of(key, new Change<>(Math.min(index + 1, count), Change.Kind.PANE)),
                  window,
                  info));
        }
      }
    }
    assertThat(changes.sorted()).containsExactlyElementsOf(expected.stream().sorted().toList());
  }

  @Test
  void severalWindows() {
    TupleTag<KV<String, Long>> sliding = new TupleTag<>() {};
    TupleTag<KV<String, Long>> gaps = new TupleTag<>() {};
    TupleTag<KV<String, Long>> ever = new TupleTag<>() {};
    PCollectionTuple sums =
        input.apply(
            SUMS.windowedBy(sliding, SLIDING)
                .windowedBy(gaps, Window.into(SlidingWindows.of(millis(7)).every(millis(30))))
                .windowedBy(ever, Window.into(new GlobalWindows())));
    Collected<?> ofSliding = Collected.of("sliding", sums.get(sliding));
    Collected<?> ofGaps = Collected.of("gaps", sums.get(gaps));
    Collected<?> ofEver = Collected.of("ever", sums.get(ever));
    run();
    assertThat(ofSliding.sorted()).containsExactlyElementsOf(sums(50, 20));
    assertThat(ofGaps.sorted()).containsExactlyElementsOf(sums(7, 30));
    assertThat(ofEver.sorted())
        .containsExactly(
            pane(KV.of("k0", sumOf(value -> value % 3 == 0)), GlobalWindow.INSTANCE, ONLY_PANE),
            pane(KV.of("k1", sumOf(value -> value % 3 == 1)), GlobalWindow.INSTANCE, ONLY_PANE),
            pane(KV.of("k2", sumOf(value -> value % 3 == 2)), GlobalWindow.INSTANCE, ONLY_PANE));
  }

  @Test
  void hotKeys() {
    Collected<?> sums =
        Collected.of("sums", input.apply(SUMS.windowedBy(SLIDING).withHotKeyFanout(3)));
    run();
    assertThat(sums.sorted()).containsExactlyElementsOf(sums(50, 20));
  }

  @Test
  void preAggregation() {
    Collected<?> sums =
        Collected.of("sums", input.apply(SUMS.windowedBy(SLIDING).withPreAggregation(5)));
    run();
    assertThat(sums.sorted()).containsExactlyElementsOf(sums(50, 20));
  }

  @Test
  void globally() {
    Collected<Long> sums =
        Collected.of(
            "sums",
            input
                .apply(Values.create())
                .apply(
                    SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs())
                        .windowedBy(Window.into(FixedWindows.of(millis(5000))))));
    run();
    List<String> expected = new ArrayList<>();
    for (long start : new long[] {0, 5000}) {
      long sum =
          elements.stream()
              .filter(element -> element.timestamp() / 5000 * 5000 == start)
              .mapToLong(Element::value)
              .sum();
      expected.add(pane(sum, interval(start, 5000), ONLY_PANE));
    }
    assertThat(sums.sorted()).containsExactlyElementsOf(expected.stream().sorted().toList());
  }

  @Test
  void countWindows() {
    Collected<?> sums =
        Collected.of(
            "sums",
            input.apply(
                CountWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).ofLast(3).every(2)));
    run();
    List<String> expected = new ArrayList<>();
    for (String key : List.of("k0", "k1", "k2")) {
      List<Element> inOrder = ofKey(key);
      for (int end = 2; end <= inOrder.size(); end += 2) {
        long sum =
            inOrder.subList(Math.max(0, end - 3), end).stream().mapToLong(Element::value).sum();
        expected.add(result(KV.of(key, sum), inOrder.get(end - 1).timestamp()));
      }
    }
    assertThat(sums.sorted()).containsExactlyElementsOf(expected.stream().sorted().toList());
  }

  @Test
  void overFrames() {
    OverAggregate<String, Long, Long> over = OverAggregate.perKey(Sum.ofLongs());
    Collected<?> ofRange = Collected.of("range", input.apply("Range", over.range(millis(60))));
    Collected<?> ofRows = Collected.of("rows", input.apply("Rows", over.rows(4)));
    run();
    List<String> range = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (String key : List.of("k0", "k1", "k2")) {
      List<Element> inOrder = ofKey(key);
      for (int i = 0; i < inOrder.size(); i++) {
        Element last = inOrder.get(i);
        long ofTime =
            inOrder.subList(0, i + 1).stream()
                .filter(element -> last.timestamp() - element.timestamp() <= 60)
                .mapToLong(Element::value)
                .sum();
        long ofNumber =
            inOrder.subList(Math.max(0, i - 3), i + 1).stream().mapToLong(Element::value).sum();
        range.add(result(KV.of(key, new OverResult<>(last.value(), ofTime)), last.timestamp()));
        rows.add(result(KV.of(key, new OverResult<>(last.value(), ofNumber)), last.timestamp()));
      }
    }
    assertThat(ofRange.sorted()).containsExactlyElementsOf(range.stream().sorted().toList());
    assertThat(ofRows.sorted()).containsExactlyElementsOf(rows.stream().sorted().toList());
  }
}
