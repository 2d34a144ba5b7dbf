package io.slicewise.beam;

import static org.joda.time.Duration.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.windowing.AfterAll;
import org.apache.beam.sdk.transforms.windowing.AfterEach;
import org.apache.beam.sdk.transforms.windowing.AfterFirst;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterSynchronizedProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Never;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.Window.ClosingBehavior;
import org.apache.beam.sdk.transforms.windowing.Window.OnTimeBehavior;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Differential: every setting of a {@code Window}, through Beam's transforms and through ours. One
 * key, elements one at a time, times after 1970: where Beam itself is well defined.
 */
class SameAsBeamTest {
  private static final List<WindowFn<Object, ?>> WINDOWS =
      List.of(
          FixedWindows.of(millis(10)),
          FixedWindows.of(millis(10)).withOffset(millis(3)),
          SlidingWindows.of(millis(30)).every(millis(10)),
          SlidingWindows.of(millis(25)).every(millis(10)).withOffset(millis(4)),
          SlidingWindows.of(millis(10)).every(millis(10)),
          CumulativeWindows.of(millis(30)).every(millis(10)).withOffset(millis(4)),
          Sessions.withGapDuration(millis(4)),
          SessionWindows.withGapDuration(millis(9)).inclusive(),
          new GlobalWindows());

  private static final List<Trigger> TRIGGERS =
      List.of(
          DefaultTrigger.of(),
          Repeatedly.forever(AfterWatermark.pastEndOfWindow()),
          AfterWatermark.pastEndOfWindow().withLateFirings(AfterPane.elementCountAtLeast(2)),
          AfterWatermark.pastEndOfWindow()
              .withEarlyFirings(AfterPane.elementCountAtLeast(2))
              .withLateFirings(AfterPane.elementCountAtLeast(1)),
          AfterWatermark.pastEndOfWindow()
              .withEarlyFirings(AfterProcessingTime.pastFirstElementInPane().plusDelayOf(millis(5)))
              .withLateFirings(Never.ever()),
          Repeatedly.forever(AfterPane.elementCountAtLeast(2)),
          Repeatedly.forever(AfterProcessingTime.pastFirstElementInPane()),
          Repeatedly.forever(
              AfterProcessingTime.pastFirstElementInPane()
                  .plusDelayOf(millis(2))
                  .alignedTo(millis(10), Instant.ofEpochMilli(3))),
          Repeatedly.forever(
              AfterFirst.of(
                  AfterPane.elementCountAtLeast(3),
                  AfterProcessingTime.pastFirstElementInPane().plusDelayOf(millis(4)))),
          Repeatedly.forever(
              AfterAll.of(
                  AfterPane.elementCountAtLeast(2),
                  AfterProcessingTime.pastFirstElementInPane().plusDelayOf(millis(4)))),
          Repeatedly.forever(
              AfterEach.inOrder(
                  AfterPane.elementCountAtLeast(2),
                  AfterPane.elementCountAtLeast(1),
                  AfterWatermark.pastEndOfWindow())),
          Repeatedly.forever(
              Repeatedly.forever(AfterPane.elementCountAtLeast(2))
                  .orFinally(AfterWatermark.pastEndOfWindow())),
          Repeatedly.forever(
              AfterPane.elementCountAtLeast(3).orFinally(AfterPane.elementCountAtLeast(2))),
          Repeatedly.forever(AfterSynchronizedProcessingTime.ofFirstElement()),
          Never.ever());

  private static final String SCRIPT =
      "1@1 2@3 P3 3@12 P4 W10 4@5 P6 W13 5@2 W14 6@13 P9 7@21 8@21 W31 9@11 10@14 P6 11@33 P20"
          + " W45 12@32 13@4 14@44 15@45 W60 16@61 17@52";

  static Stream<Arguments> windowsAndModes() {
    return WINDOWS.stream()
        .map(windowFn -> Named.of(WindowPlans.windowsOf(windowFn).toString(), windowFn))
        .flatMap(windowFn -> Stream.of(true, false).map(mode -> Arguments.of(windowFn, mode)));
  }

  @ParameterizedTest(name = "{0} accumulating {1}")
  @MethodSource("windowsAndModes")
  void everyTrigger(WindowFn<Object, ?> windowFn, boolean accumulating) {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    for (Trigger trigger : TRIGGERS) {
      // Beam refuses what would never fire, and so do we.
      if (!(windowFn instanceof GlobalWindows && trigger instanceof DefaultTrigger)) {
        Window<KV<String, Long>> window = window(windowFn, trigger, 8);
        bothWays.compare(
            trigger.toString(),
            accumulating ? window.accumulatingFiredPanes() : window.discardingFiredPanes(),
            new Contents());
      }
    }
    bothWays.assertSame();
  }

  static Stream<Trigger> finishingTriggers() {
    return Stream.of(
        AfterWatermark.pastEndOfWindow(),
        AfterWatermark.pastEndOfWindow().withEarlyFirings(AfterPane.elementCountAtLeast(2)));
  }

  @ParameterizedTest
  @MethodSource("finishingTriggers")
  void finishingTriggerWithoutLateness(Trigger trigger) {
    BothWays.assertSame(
        window(FixedWindows.of(millis(10)), trigger, 0).accumulatingFiredPanes(),
        new Contents(),
        SCRIPT);
  }

  @ParameterizedTest
  @EnumSource(TimestampCombiner.class)
  void timestampsAndEmptyPanes(TimestampCombiner combiner) {
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(SCRIPT));
    Trigger trigger =
        AfterWatermark.pastEndOfWindow()
            .withEarlyFirings(AfterPane.elementCountAtLeast(1))
            .withLateFirings(AfterPane.elementCountAtLeast(2));
    for (ClosingBehavior closing : ClosingBehavior.values()) {
      for (OnTimeBehavior onTime : OnTimeBehavior.values()) {
        Window<KV<String, Long>> window =
            Window.<KV<String, Long>>into(SlidingWindows.of(millis(25)).every(millis(10)))
                .triggering(trigger)
                .withAllowedLateness(millis(8), closing)
                .withOnTimeBehavior(onTime)
                .withTimestampCombiner(combiner);
        String description = "closing " + closing + ", on time " + onTime;
        bothWays.compare(description, window.accumulatingFiredPanes(), new Contents());
        bothWays.compare(description, window.discardingFiredPanes(), new Contents());
      }
    }
    bothWays.assertSame();
  }

  /** Bounded, in any order, in bundles, with several keys. */
  @Test
  void boundedInput() {
    Random random = new Random(1);
    List<TimestampedValue<KV<String, Long>>> elements = new ArrayList<>();
    for (long value = 0; value < 300; value++) {
      elements.add(
          TimestampedValue.of(
              KV.of("k" + random.nextInt(7), value), Instant.ofEpochMilli(random.nextInt(200))));
    }
    Pipeline pipeline = Pipeline.create(BothWays.options());
    BothWays<Long> bothWays =
        new BothWays<>(pipeline, pipeline.apply(Create.timestamped(elements)));
    for (WindowFn<Object, ?> windowFn : WINDOWS) {
      bothWays.compare(windowFn.toString(), Window.into(windowFn), new Contents());
    }
    bothWays.assertSame();
  }

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("slicewise.pipelines", 5));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void anything(long seed) {
    Random random = new Random(seed);
    BothWays<Long> bothWays = new BothWays<>(Scripts.stream(Scripts.random(seed, 50)));
    for (int i = 0; i < 10; i++) {
      Window<KV<String, Long>> window = randomWindow(random);
      bothWays.compare(Scripts.random(seed, 50) + window, window, new Contents());
    }
    bothWays.assertSame();
  }

  private static Window<KV<String, Long>> randomWindow(Random random) {
    // Without the default trigger, which is not allowed in every window.
    Trigger trigger = TRIGGERS.get(random.nextInt(1, TRIGGERS.size()));
    Window<KV<String, Long>> window =
        Window.<KV<String, Long>>into(WINDOWS.get(random.nextInt(WINDOWS.size())))
            .triggering(trigger)
            .withAllowedLateness(
                millis(random.nextInt(20)), oneOf(ClosingBehavior.values(), random))
            .withOnTimeBehavior(oneOf(OnTimeBehavior.values(), random))
            .withTimestampCombiner(oneOf(TimestampCombiner.values(), random));
    return random.nextBoolean() ? window.accumulatingFiredPanes() : window.discardingFiredPanes();
  }

  private static <T> T oneOf(T[] values, Random random) {
    return values[random.nextInt(values.length)];
  }

  private static Window<KV<String, Long>> window(
      WindowFn<Object, ?> windowFn, Trigger trigger, long latenessMillis) {
    return Window.<KV<String, Long>>into(windowFn)
        .triggering(trigger)
        .withAllowedLateness(millis(latenessMillis));
  }
}
