package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Never;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.Window.ClosingBehavior;
import org.apache.beam.sdk.transforms.windowing.Window.OnTimeBehavior;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hot keys aggregated in two steps give the panes of one. */
class HotKeyFanoutTest {
  private static final List<WindowFn<Object, ?>> WINDOWS =
      List.of(
          FixedWindows.of(millis(10)).withOffset(millis(3)),
          SlidingWindows.of(millis(30)).every(millis(10)),
          SlidingWindows.of(millis(25)).every(millis(10)).withOffset(millis(4)),
          SlidingWindows.of(millis(6)).every(millis(10)),
          CumulativeWindows.of(millis(30)).every(millis(10)).withOffset(millis(4)),
          ZonedCalendarWindows.days(2, ZoneOffset.UTC).every(1));

  /** What may fire for late elements: each of them, two of them, some time after the first. */
  private static final List<Trigger> TRIGGERS =
      List.of(
          DefaultTrigger.of(),
          Repeatedly.forever(AfterWatermark.pastEndOfWindow()),
          AfterWatermark.pastEndOfWindow().withLateFirings(AfterPane.elementCountAtLeast(2)),
          AfterWatermark.pastEndOfWindow()
              .withLateFirings(AfterProcessingTime.pastFirstElementInPane()),
          AfterWatermark.pastEndOfWindow().withLateFirings(Never.ever()),
          Never.ever());

  /**
   * Less than any lateness, so that no window ends and expires at once: the watermark of the second
   * step may take more steps than that of the first, and the last pane would be another.
   */
  private static final int LARGEST_STEP = 8;

  static LongStream seeds() {
    return BundledScripts.seeds();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void panesStayTheSame(long seed) {
    Random random = new Random(seed);
    Pipeline pipeline = Pipeline.create(BothWays.options());
    PCollection<KV<String, Long>> input =
        pipeline.apply(BundledScripts.stream(seed, LARGEST_STEP, true));
    WithAndWithout runs = new WithAndWithout();
    for (int i = 0; i < 2; i++) {
      Window<KV<String, Long>> window = randomWindow(random);
      SlicedWindowAggregate<String, Long, String> contents =
          SlicedWindowAggregate.<String, Long, String>perKey(new Contents())
              .windowedBy(window)
              .emitting(
                  random.nextInt(3) == 0
                      ? EmissionOptions.asInBeam().onlyChanged()
                      : EmissionOptions.asInBeam())
              .withoutPreAggregation();
      // the key k2 stays with one shard
      SlicedWindowAggregate<String, Long, String> with =
          random.nextBoolean()
              ? contents.withHotKeyFanout(3)
              : contents.withHotKeyFanout(key -> key.equals("k2") ? 1 : 2);
      String description = "seed " + seed + ": " + WithAndWithout.describe(window);
      switch (random.nextInt(3)) {
        case 0 ->
            runs.compare(
                description,
                input.apply("With " + i, with.retractingFiredPanes()),
                input.apply("Without " + i, contents.retractingFiredPanes()));
        case 1 ->
            runs.compare(
                description, input.apply("With " + i, with), input.apply("Without " + i, contents));
        default -> {
          TupleTag<KV<String, String>> panes = new TupleTag<>("panes");
          TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>("late");
          PCollectionTuple outputsWith = input.apply("With " + i, with.withLateOutput(panes, late));
          PCollectionTuple outputsWithout =
              input.apply("Without " + i, contents.withLateOutput(panes, late));
          runs.compare(description, outputsWith.get(panes), outputsWithout.get(panes));
          runs.compare(description + ", late", outputsWith.get(late), outputsWithout.get(late));
        }
      }
    }
    if (seed % 2 == 0) {
      runs.compareSeveral(
          input, () -> randomWindow(random), contents -> contents.withHotKeyFanout(3));
    }
    runs.assertSame(pipeline);
  }

  private static Window<KV<String, Long>> randomWindow(Random random) {
    Trigger trigger = oneOf(TRIGGERS, random);
    boolean global = trigger instanceof Never.NeverTrigger && random.nextInt(4) == 0;
    long lateness = random.nextInt(3) == 0 ? 0 : LARGEST_STEP + random.nextInt(20);
    Window<KV<String, Long>> window =
        Window.<KV<String, Long>>into(global ? new GlobalWindows() : oneOf(WINDOWS, random))
            .triggering(trigger)
            .withAllowedLateness(millis(lateness), oneOf(List.of(ClosingBehavior.values()), random))
            .withOnTimeBehavior(oneOf(List.of(OnTimeBehavior.values()), random));
    return random.nextBoolean() ? window.accumulatingFiredPanes() : window.discardingFiredPanes();
  }

  private static <T> T oneOf(List<? extends T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }

  @Test
  void counters_countElements() {
    SlicedWindowAggregate<String, Long, Long> sums =
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
            .windowedBy(
                Window.<KV<String, Long>>into(SlidingWindows.of(millis(6)).every(millis(10)))
                    .withAllowedLateness(millis(9))
                    .accumulatingFiredPanes());
    Set<String> counters = new TreeSet<>();
    for (long seed = 0; seed < 5; seed++) {
      Pipeline with = Pipeline.create(BothWays.options());
      with.apply(BundledScripts.stream(seed, LARGEST_STEP, true)).apply(sums.withHotKeyFanout(3));
      Pipeline without = Pipeline.create(BothWays.options());
      without.apply(BundledScripts.stream(seed, LARGEST_STEP, true)).apply(sums);
      Map<String, Long> counted = WithAndWithout.counters(with.run());
      assertThat(counted).isEqualTo(WithAndWithout.counters(without.run()));
      counters.addAll(counted.keySet());
    }
    assertThat(counters)
        .containsExactly(
            "droppedDueToLateness",
            "elements",
            "gapElements",
            "lateElements",
            "panesLate",
            "panesOnTime");
  }

  /** Aggregated three times: by bundle, by shard and by window. */
  @Test
  void boundedInput_globallyAndPerKey() {
    Random random = new Random(1);
    List<TimestampedValue<KV<String, Long>>> elements = new ArrayList<>();
    for (long value = 0; value < 400; value++) {
      elements.add(
          TimestampedValue.of(
              KV.of("k" + random.nextInt(4), value), Instant.ofEpochMilli(random.nextInt(200))));
    }
    Pipeline pipeline = Pipeline.create(BothWays.options());
    PCollection<KV<String, Long>> input = pipeline.apply(Create.timestamped(elements));
    WithAndWithout runs = new WithAndWithout();
    for (WindowFn<Object, ?> windowFn : WINDOWS) {
      SlicedWindowAggregate<String, Long, String> contents =
          SlicedWindowAggregate.<String, Long, String>perKey(new Contents())
              .windowedBy(Window.into(windowFn));
      runs.compare(
          windowFn.toString(),
          input.apply("With " + windowFn, contents.withHotKeyFanout(4)),
          input.apply("Without " + windowFn, contents.withoutPreAggregation()));
    }
    PCollection<Long> values = input.apply(Values.create());
    SlicedWindowAggregateGlobally<Long, String> contents =
        SlicedWindowAggregate.<Long, String>globally(new Contents())
            .windowedBy(Window.into(FixedWindows.of(millis(10))));
    runs.compare(
        "globally",
        values.apply("With globally", contents.withHotKeyFanout(4)),
        values.apply("Without globally", contents.withoutPreAggregation()));
    runs.assertSame(pipeline);
  }
}
