package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
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
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Elements aggregated before the shuffle: where it is done by itself, nothing changes. */
class PreAggregationTest {
  private static final List<WindowFn<Object, ?>> WINDOWS =
      List.of(
          FixedWindows.of(millis(10)).withOffset(millis(3)),
          SlidingWindows.of(millis(30)).every(millis(10)),
          SlidingWindows.of(millis(25)).every(millis(10)).withOffset(millis(4)),
          SlidingWindows.of(millis(6)).every(millis(10)),
          CumulativeWindows.of(millis(30)).every(millis(10)).withOffset(millis(4)),
          ZonedCalendarWindows.days(2, ZoneOffset.UTC).every(1));

  private static final List<Trigger> WITHOUT_LATENESS =
      List.of(
          DefaultTrigger.of(),
          AfterWatermark.pastEndOfWindow(),
          Repeatedly.forever(AfterWatermark.pastEndOfWindow()),
          AfterWatermark.pastEndOfWindow().withLateFirings(AfterPane.elementCountAtLeast(1)));

  private static final String STEP = "Pre-aggregate slices";

  static LongStream seeds() {
    return BundledScripts.seeds();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void panesStayTheSame(long seed) {
    Random random = new Random(seed);
    Pipeline pipeline = Pipeline.create(BothWays.options());
    PCollection<KV<String, Long>> input = pipeline.apply(BundledScripts.stream(seed, 25, false));
    WithAndWithout runs = new WithAndWithout();
    for (int i = 0; i < 3; i++) {
      Window<KV<String, Long>> window = randomWindow(random);
      EmissionOptions emission = randomEmission(random, window);
      SlicedWindowAggregate<String, Long, String> contents =
          SlicedWindowAggregate.<String, Long, String>perKey(new Contents())
              .windowedBy(window)
              .emitting(emission);
      SlicedWindowAggregate<String, Long, String> with =
          random.nextBoolean() ? contents : contents.withPreAggregation(random.nextInt(1, 9));
      String description = "seed " + seed + ": " + WithAndWithout.describe(window) + " " + emission;
      if (random.nextInt(4) == 0) {
        runs.compare(
            description,
            input.apply("With " + i, with.retractingFiredPanes()),
            input.apply("Without " + i, contents.withoutPreAggregation().retractingFiredPanes()));
      } else {
        runs.compare(
            description,
            input.apply("With " + i, with),
            input.apply("Without " + i, contents.withoutPreAggregation()));
      }
      assertThat(WithAndWithout.stepsBelow("With " + i, pipeline)).anyMatch(isPreAggregation());
      assertThat(WithAndWithout.stepsBelow("Without " + i, pipeline)).noneMatch(isPreAggregation());
    }
    if (seed % 2 == 0) {
      runs.compareSeveral(
          input, () -> randomWindow(random), contents -> contents.withPreAggregation(5));
    } else {
      compareGlobally(runs, input, random);
    }
    runs.assertSame(pipeline);
  }

  private static Predicate<String> isPreAggregation() {
    return step -> step.contains(STEP);
  }

  private static void compareGlobally(
      WithAndWithout runs, PCollection<KV<String, Long>> input, Random random) {
    Window<Long> window =
        Window.<Long>into(WINDOWS.get(random.nextInt(WINDOWS.size()))).discardingFiredPanes();
    SlicedWindowAggregateGlobally<Long, String> contents =
        SlicedWindowAggregate.<Long, String>globally(new Contents()).windowedBy(window);
    PCollection<Long> values = input.apply(Values.create());
    runs.compare(
        "globally " + window,
        values.apply("With globally", contents),
        values.apply("Without globally", contents.withoutPreAggregation()));
  }

  private static Window<KV<String, Long>> randomWindow(Random random) {
    boolean lateness = random.nextInt(3) == 0;
    Trigger trigger = lateness ? Never.ever() : oneOf(WITHOUT_LATENESS, random);
    boolean global = trigger instanceof Never.NeverTrigger && random.nextInt(4) == 0;
    Window<KV<String, Long>> window =
        Window.<KV<String, Long>>into(global ? new GlobalWindows() : oneOf(WINDOWS, random))
            .triggering(trigger)
            .withAllowedLateness(
                millis(lateness ? random.nextInt(30) : 0),
                oneOf(List.of(ClosingBehavior.values()), random))
            .withOnTimeBehavior(oneOf(List.of(OnTimeBehavior.values()), random));
    return random.nextBoolean() ? window.accumulatingFiredPanes() : window.discardingFiredPanes();
  }

  /** Windows are filled in only if they fire at their end. */
  private static EmissionOptions randomEmission(Random random, Window<?> window) {
    EmissionOptions options = EmissionOptions.asInBeam();
    if (random.nextInt(3) == 0) {
      options = options.onlyChanged();
    }
    String trigger =
        window.getOutputStrategyInternal(WindowingStrategy.globalDefault()).getTrigger().toString();
    boolean firesAtEnd = !trigger.startsWith("Never") && !trigger.startsWith("Repeatedly");
    return firesAtEnd && random.nextInt(4) == 0 ? options.fillingEmptyWindows(millis(15)) : options;
  }

  private static <T> T oneOf(List<? extends T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("fewSeeds")
  void counters_countElements(long seed) {
    Window<KV<String, Long>> window = Window.into(SlidingWindows.of(millis(6)).every(millis(10)));
    SlicedWindowAggregate<String, Long, Long> sums =
        SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(window);
    Pipeline with = Pipeline.create(BothWays.options());
    with.apply(BundledScripts.stream(seed, 25, false)).apply(sums);
    Pipeline without = Pipeline.create(BothWays.options());
    without.apply(BundledScripts.stream(seed, 25, false)).apply(sums.withoutPreAggregation());
    assertThat(WithAndWithout.counters(with.run()))
        .containsKeys("elements", "gapElements", "lateElements", "droppedDueToLateness")
        .isEqualTo(WithAndWithout.counters(without.run()));
  }

  static LongStream fewSeeds() {
    return LongStream.range(0, 5);
  }

  /** In any order, in several bundles, with several keys. */
  @Test
  void boundedInput() {
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
    List<WindowFn<Object, ?>> windows = new ArrayList<>(WINDOWS);
    windows.add(new GlobalWindows());
    for (WindowFn<Object, ?> windowFn : windows) {
      SlicedWindowAggregate<String, Long, String> contents =
          SlicedWindowAggregate.<String, Long, String>perKey(new Contents())
              .windowedBy(Window.into(windowFn));
      runs.compare(
          windowFn.toString(),
          input.apply("With " + windowFn, contents),
          input.apply("Without " + windowFn, contents.withoutPreAggregation()));
    }
    runs.assertSame(pipeline);
  }

  private static Window<KV<String, Long>> ten() {
    return Window.<KV<String, Long>>into(FixedWindows.of(millis(10))).discardingFiredPanes();
  }

  private static SlicedWindowAggregate<String, Long, Long> sums(Window<KV<String, Long>> window) {
    return SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(window);
  }

  static Stream<Arguments> whereElementsCount() {
    return Stream.of(
        Arguments.of("allowed lateness", sums(ten().withAllowedLateness(millis(1)))),
        Arguments.of(
            "the first late element",
            sums(
                ten()
                    .triggering(AfterWatermark.pastEndOfWindow().withLateFirings(Never.ever()))
                    .withAllowedLateness(millis(1)))),
        Arguments.of(
            "early panes by count",
            sums(
                ten()
                    .triggering(
                        AfterWatermark.pastEndOfWindow()
                            .withEarlyFirings(AfterPane.elementCountAtLeast(5)))
                    .withAllowedLateness(millis(0)))),
        Arguments.of(
            "early panes by time",
            sums(
                ten()
                    .triggering(
                        AfterWatermark.pastEndOfWindow()
                            .withEarlyFirings(AfterProcessingTime.pastFirstElementInPane()))
                    .withAllowedLateness(millis(0)))),
        Arguments.of(
            "the earliest timestamp",
            sums(ten().withTimestampCombiner(TimestampCombiner.EARLIEST))),
        Arguments.of(
            "the latest timestamp", sums(ten().withTimestampCombiner(TimestampCombiner.LATEST))),
        Arguments.of("sessions", sums(Window.into(Sessions.withGapDuration(millis(5))))),
        Arguments.of("trailing windows", sums(Window.into(TrailingWindows.of(millis(5))))),
        Arguments.of("stream time", sums(ten()).byStreamTime()),
        Arguments.of("a bound", sums(ten()).clampingFuture(millis(5))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("whereElementsCount")
  void isNotDoneWhereItCouldBeSeen(
      String unused, SlicedWindowAggregate<String, Long, Long> aggregate) {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline.apply(Scripts.stream("1@1")).apply("Aggregate", aggregate);
    assertThat(WithAndWithout.stepsBelow("Aggregate", pipeline)).noneMatch(isPreAggregation());
  }

  @Test
  void isNotDoneWithALateOutput() {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline
        .apply(Scripts.stream("1@1"))
        .apply("Aggregate", sums(ten()).withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}));
    assertThat(WithAndWithout.stepsBelow("Aggregate", pipeline)).noneMatch(isPreAggregation());
  }

  /** Of a bounded input it stays empty, but it is there. */
  @Test
  void isNotDoneWithAnOutputOfElementsTooFarAhead() {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    TupleTag<KV<String, Long>> future = new TupleTag<>("future");
    PCollection<KV<String, Long>> input = pipeline.apply(Create.of(KV.of("k", 1L)));
    PCollectionTuple outputs =
        input.apply(
            "Aggregate",
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(new TupleTag<>("ten"), ten())
                .withFutureOutput(millis(5), future));
    assertThat(WithAndWithout.stepsBelow("Aggregate", pipeline)).noneMatch(isPreAggregation());
    assertThat(outputs.get(future).getCoder()).isEqualTo(input.getCoder());
  }

  /** Elements of a bounded input come in any order, so no bound applies. */
  @Test
  void isDoneWithABoundThatDoesNotApply() {
    Pipeline pipeline = Pipeline.create(BothWays.options());
    pipeline
        .apply(Create.of(KV.of("k", 1L)))
        .apply("Aggregate", sums(ten()).clampingFuture(millis(5)));
    assertThat(WithAndWithout.stepsBelow("Aggregate", pipeline)).anyMatch(isPreAggregation());
  }

  @Test
  void settings_areShown() {
    DisplayData shown = DisplayData.from(sums(ten()).withPreAggregation(5).withHotKeyFanout(3));
    assertThat(shown.items())
        .extracting(item -> item.getKey() + " " + item.getValue())
        .contains("maxPartials 5", "hotKeyFanout 3");
    assertThat(DisplayData.from(sums(ten())).items())
        .extracting(DisplayData.Item::getKey)
        .doesNotContain("maxPartials", "hotKeyFanout");
  }

  /** Elements of one slice keep their order, whatever lies between them. */
  @Test
  void orderOfArrival_isKept() {
    TestStream<KV<String, Long>> stream =
        BundledScripts.bundles("1@5 2@15 3@1 4@12 5@3", "6@2 7@11 8@9");
    Pipeline pipeline = Pipeline.create(BothWays.options());
    PCollection<KV<String, Long>> input = pipeline.apply(stream);
    SlicedWindowAggregate<String, Long, String> inOrder =
        SlicedWindowAggregate.<String, Long, String>perKey(new InOrder()).windowedBy(ten());
    WithAndWithout runs = new WithAndWithout();
    runs.compare(
        "in order",
        input.apply("With", inOrder),
        input.apply("Without", inOrder.withoutPreAggregation()));
    Panes<KV<String, String>> panes = new Panes<>();
    input.apply("Again", inOrder).apply(ParDo.of(panes)).setCoder(VoidCoder.of());
    runs.assertSame(pipeline);
    assertThat(panes.lines())
        .containsExactly(
            "[0, 10) KV{k, 1 3 5 6 8} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, 2 4 7} @19 ON_TIME 0/0 first last");
  }
}
