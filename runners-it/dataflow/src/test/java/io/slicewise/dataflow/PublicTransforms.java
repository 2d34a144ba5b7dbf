package io.slicewise.dataflow;

import static io.slicewise.dataflow.Step.GLOBAL;
import static io.slicewise.dataflow.Step.INTERVAL;
import static io.slicewise.dataflow.Step.ONLY;
import static org.joda.time.Duration.millis;

import io.slicewise.beam.Change;
import io.slicewise.beam.CountWindowAggregate;
import io.slicewise.beam.CumulativeWindows;
import io.slicewise.beam.EmissionOptions;
import io.slicewise.beam.OverAggregate;
import io.slicewise.beam.SessionWindows;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.TrailingWindows;
import io.slicewise.beam.ZonedCalendarWindows;
import io.slicewise.dataflow.PipelineSteps.State;
import io.slicewise.dataflow.Step.Kind;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterProcessingTime;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.POutput;
import org.apache.beam.sdk.values.TupleTag;

/** What the library offers, with the steps that it becomes. */
final class PublicTransforms {
  private static final Step INTO_GLOBAL = Step.intoGlobalWindow("Into global window");
  private static final Step PRE_AGGREGATE = step("Pre-aggregate slices", Map.of("slices", GLOBAL));
  private static final Step SHARDS = Step.keyed("Aggregate shards", Map.of("slices", GLOBAL));
  private static final Step PANES = aggregate(Map.of("panes", INTERVAL));
  private static final Step GLOBAL_PANES = aggregate(Map.of("panes", GLOBAL));
  private static final Step PANES_AND_LATE = aggregate(Map.of("panes", INTERVAL, "late", INTERVAL));
  private static final Step LATE_INTO_GLOBAL = Step.intoGlobalWindow("Late into global window");

  private static final SlicedWindowAggregate<String, Long, Long> SUMS =
      SlicedWindowAggregate.perKey(new LongSumFn());

  private PublicTransforms() {}

  /** The state and timers of windows; their names and coders are those of running jobs. */
  private static State slices(String keyCoder) {
    return state("KeyStateCoder(VarLongCoder)", keyCoder);
  }

  private static State state(String keyStateCoder, String keyCoder) {
    return new State(
        Map.of(
            "key", keyStateCoder,
            "hot", "HotStateCoder(VarLongCoder)",
            "cold", "ColdPagesCoder(VarLongCoder)"),
        Map.of(
            "ts-eventTime", "EVENT_TIME of " + keyCoder,
            "ts-processingTime", "PROCESSING_TIME of " + keyCoder));
  }

  /** The state and timers of elements that are taken in order. */
  private static Map<String, State> ordered() {
    return Map.of(
        "Aggregate slices",
        state("OrderedStateCoder(VarLongCoder,VarLongCoder)", "StringUtf8Coder"));
  }

  /** The state and timers of hot keys. */
  private static Map<String, State> slicesAndShards() {
    return Map.of(
        "Aggregate slices",
        slices("StringUtf8Coder"),
        "Aggregate shards",
        new State(
            Map.of("slices", "ShardSlicesCoder(VarLongCoder)"),
            Map.of("ts-endOfSlice", "EVENT_TIME of KvCoder(StringUtf8Coder,VarIntCoder)")));
  }

  /**
   * A use of a transform.
   *
   * @param title what is used
   * @param transform what is applied to a collection of numbers with keys
   * @param steps what it becomes
   * @param states what each of those with state keeps
   */
  record Use(
      String title,
      Consumer<PCollection<KV<String, Long>>> transform,
      List<Step> steps,
      Map<String, State> states) {

    Use(String title, Consumer<PCollection<KV<String, Long>>> transform, List<Step> steps) {
      this(title, transform, steps, Map.of("Aggregate slices", slices("StringUtf8Coder")));
    }

    Use withStates(Map<String, State> newStates) {
      return new Use(title, transform, steps, newStates);
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /** Every public transform, with what changes its steps, state or windows. */
  static List<Use> all() {
    List<Use> uses = new ArrayList<>(ofOneWindow());
    uses.addAll(beforeTheShuffle());
    uses.addAll(withFurtherOutputs());
    uses.add(globally());
    inOrder().forEach(use -> uses.add(use.withStates(ordered())));
    return uses;
  }

  private static List<Use> ofOneWindow() {
    Window<KV<String, Long>> sliding = Window.into(SlidingWindows.of(millis(50)).every(millis(20)));
    Window<KV<String, Long>> earlyAndLate =
        sliding
            .triggering(
                AfterWatermark.pastEndOfWindow()
                    .withEarlyFirings(
                        AfterProcessingTime.pastFirstElementInPane().plusDelayOf(millis(5)))
                    .withLateFirings(AfterPane.elementCountAtLeast(1)))
            .withAllowedLateness(millis(100))
            .accumulatingFiredPanes();
    Window<KV<String, Long>> ever =
        Window.<KV<String, Long>>into(new GlobalWindows())
            .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(3)))
            .withAllowedLateness(millis(0))
            .discardingFiredPanes();
    return List.of(
        use("sliding", SUMS.windowedBy(sliding), INTO_GLOBAL, PRE_AGGREGATE, PANES),
        use("early and late firings", SUMS.windowedBy(earlyAndLate), INTO_GLOBAL, PANES),
        use("cumulative", SUMS.windowedBy(cumulative()), INTO_GLOBAL, PRE_AGGREGATE, PANES),
        use("calendar", SUMS.windowedBy(days()), INTO_GLOBAL, PRE_AGGREGATE, PANES),
        use("trailing", SUMS.windowedBy(trailing()), INTO_GLOBAL, PANES),
        use("sessions", SUMS.windowedBy(sessions()), INTO_GLOBAL, PANES),
        use("inclusive sessions", SUMS.windowedBy(inclusiveSessions()), INTO_GLOBAL, PANES),
        use("global window", SUMS.windowedBy(ever), INTO_GLOBAL, GLOBAL_PANES),
        use("by stream time", SUMS.windowedBy(tens()).byStreamTime(), INTO_GLOBAL, PANES),
        use(
            "emission",
            SUMS.windowedBy(tens())
                .emitting(EmissionOptions.asInBeam().onlyChanged().fillingEmptyWindows(millis(30))),
            INTO_GLOBAL,
            PRE_AGGREGATE,
            PANES),
        use(
            "future bound",
            SUMS.windowedBy(tens()).clampingFuture(millis(1000)).withoutPreAggregation(),
            INTO_GLOBAL,
            PANES));
  }

  private static List<Use> beforeTheShuffle() {
    SlicedWindowAggregate<String, Long, Long> inTens = SUMS.windowedBy(tens());
    Step spread = step("Spread hot keys", Map.of("unspread", GLOBAL, "spread", GLOBAL));
    return List.of(
        use("without pre-aggregation", inTens.withoutPreAggregation(), INTO_GLOBAL, PANES),
        use("pre-aggregation", inTens.withPreAggregation(9), INTO_GLOBAL, PRE_AGGREGATE, PANES),
        use(
                "hot keys",
                inTens.withHotKeyFanout(4),
                INTO_GLOBAL,
                PRE_AGGREGATE,
                spread,
                SHARDS,
                PANES)
            .withStates(slicesAndShards()),
        use(
                "some hot keys",
                inTens.withoutPreAggregation().withHotKeyFanout(key -> key.length() % 3),
                INTO_GLOBAL,
                spread,
                SHARDS,
                Step.of(Kind.FLATTEN, "All keys"),
                PANES)
            .withStates(slicesAndShards()));
  }

  private static List<Use> withFurtherOutputs() {
    return List.of(
        use(
            "late output",
            SUMS.windowedBy(tens()).withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}),
            INTO_GLOBAL,
            PANES_AND_LATE,
            LATE_INTO_GLOBAL),
        use("retractions", SUMS.retractingFiredPanes().windowedBy(sessions()), INTO_GLOBAL, PANES),
        use(
            "retractions and late output",
            SUMS.retractingFiredPanes()
                .windowedBy(sessions())
                .withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}),
            INTO_GLOBAL,
            PANES_AND_LATE,
            LATE_INTO_GLOBAL),
        new Use(
            "retractions as numbers",
            input ->
                input
                    .apply("Aggregate", SUMS.retractingFiredPanes().windowedBy(tens()))
                    .apply("Signed", Change.signedLongs()),
            List.of(INTO_GLOBAL, PRE_AGGREGATE, PANES)),
        use(
            "several windows",
            SUMS.windowedBy(new TupleTag<>() {}, tens())
                .windowedBy(new TupleTag<>() {}, sessions())
                .windowedBy(new TupleTag<>() {}, globalByCount())
                .withLateOutput(new TupleTag<>() {})
                .withFutureOutput(millis(1000), new TupleTag<>() {}),
            INTO_GLOBAL,
            aggregate(Map.of("panes", INTERVAL, "late", INTERVAL, "future", INTERVAL)),
            LATE_INTO_GLOBAL,
            Step.intoGlobalWindow("Future into global window"),
            step(
                "Separate panes",
                Map.of("panes", INTERVAL, "panes2", INTERVAL, "panes3", INTERVAL)),
            Step.of(Kind.DO, "Panes into global window 3")));
  }

  private static Use globally() {
    return new Use(
        "globally",
        input ->
            input
                .apply("Numbers alone", Values.create())
                .apply(
                    "Aggregate",
                    SlicedWindowAggregate.<Long, Long>globally(new LongSumFn())
                        .windowedBy(Window.into(FixedWindows.of(millis(10))))),
        List.of(
            step("Add the key/AddKeys/Map", Map.of(ONLY, GLOBAL)),
            Step.intoGlobalWindow("Per key/Into global window"),
            step("Per key/Pre-aggregate slices", Map.of("slices", GLOBAL)),
            Step.keyed("Per key/Aggregate slices", Map.of("panes", INTERVAL)),
            step("Panes without the key/Values/Map", Map.of(ONLY, INTERVAL))),
        Map.of("Per key/Aggregate slices", slices("ByteCoder")));
  }

  private static List<Use> inOrder() {
    CountWindowAggregate<String, Long, Long> counted =
        CountWindowAggregate.<String, Long, Long>perKey(new LongSumFn()).ofLast(3).every(2);
    OverAggregate<String, Long, Long> over = OverAggregate.perKey(new LongSumFn());
    Step resultsAndLate = aggregate(Map.of("panes", GLOBAL, "late", GLOBAL));
    return List.of(
        use("count windows", counted, INTO_GLOBAL, GLOBAL_PANES),
        use("incomplete count windows", counted.withIncompleteWindows(), INTO_GLOBAL, GLOBAL_PANES),
        use(
            "count windows and late output",
            counted.withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}),
            INTO_GLOBAL,
            resultsAndLate,
            LATE_INTO_GLOBAL),
        use("over rows", over.rows(5), INTO_GLOBAL, GLOBAL_PANES),
        use("over a range", over.range(millis(50)), INTO_GLOBAL, GLOBAL_PANES),
        use(
            "over rows and late output",
            over.rows(5).withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}),
            INTO_GLOBAL,
            resultsAndLate,
            LATE_INTO_GLOBAL));
  }

  private static Use use(
      String title,
      PTransform<PCollection<KV<String, Long>>, ? extends POutput> transform,
      Step... steps) {
    return new Use(title, input -> input.apply("Aggregate", transform), Arrays.asList(steps));
  }

  private static Step step(String name, Map<String, String> outputs) {
    return new Step(Kind.DO, name, false, outputs);
  }

  private static Step aggregate(Map<String, String> outputs) {
    return Step.keyed("Aggregate slices", outputs);
  }

  static Window<KV<String, Long>> tens() {
    return Window.into(FixedWindows.of(millis(10)));
  }

  static Window<KV<String, Long>> sessions() {
    return Window.into(Sessions.withGapDuration(millis(10)));
  }

  private static Window<KV<String, Long>> inclusiveSessions() {
    return Window.into(SessionWindows.withGapDuration(millis(10)).inclusive());
  }

  private static Window<KV<String, Long>> cumulative() {
    return Window.into(CumulativeWindows.of(millis(60)).every(millis(20)));
  }

  private static Window<KV<String, Long>> days() {
    return Window.into(ZonedCalendarWindows.days(1, ZoneId.of("Europe/Berlin")));
  }

  private static Window<KV<String, Long>> trailing() {
    return Window.into(TrailingWindows.of(millis(50)));
  }

  private static Window<KV<String, Long>> globalByCount() {
    return Window.<KV<String, Long>>into(new GlobalWindows())
        .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(3)))
        .withAllowedLateness(millis(0))
        .discardingFiredPanes();
  }
}
