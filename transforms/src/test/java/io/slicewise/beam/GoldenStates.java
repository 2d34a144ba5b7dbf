package io.slicewise.beam;

import io.slicewise.core.OrderedAggregation;
import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.AccumulationMode;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.FiringBehavior;
import io.slicewise.core.pane.Repeats;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.trigger.TriggerSpec;
import io.slicewise.core.trigger.TriggerSpec.AfterFirst;
import io.slicewise.core.trigger.TriggerSpec.AfterPane;
import io.slicewise.core.trigger.TriggerSpec.AfterProcessingTime;
import io.slicewise.core.trigger.TriggerSpec.DefaultTrigger;
import io.slicewise.core.trigger.TriggerSpec.EarlyAndLate;
import io.slicewise.core.trigger.TriggerSpec.Repeatedly;
import io.slicewise.core.window.AlignedWindowPlan;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.CumulativeWindowPlan;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TrailingWindows;
import io.slicewise.core.window.Windows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Sum;

/** A stored key of each kind that there is. */
final class GoldenStates {
  private static final CombineFnAggregate<Long, List<Long>, String> CONTENTS =
      new CombineFnAggregate<>(new Contents(), ListCoder.of(VarLongCoder.of()));
  private static final CombineFnAggregate<Long, long[], Long> SUM =
      new CombineFnAggregate<>(
          Sum.ofLongs(), Sum.ofLongs().getAccumulatorCoder(null, VarLongCoder.of()));

  private static final TriggerSpec PAIRS_OR_TIME =
      new AfterFirst(List.of(new AfterPane(2), new AfterProcessingTime(List.of())));
  private static final TriggerSpec EARLY_AND_LATE =
      new EarlyAndLate(PAIRS_OR_TIME, Optional.of(new AfterPane(1)));

  private static final WindowingSpec SIX_BY_TWO = of(AlignedWindowPlan.sliding(6, 2, 0), 0);
  private static final WindowingSpec MANY_SLICES = of(AlignedWindowPlan.sliding(200, 1, 0), 3);

  private GoldenStates() {}

  static List<GoldenState> all() {
    return List.of(
        windowed(
            "hot-alone",
            "Sliding windows of 6 ms every 2 ms, before anything has fired",
            "w-10 1@3 2@9 w2 3@2",
            "4@-4 5@4 w100",
            SIX_BY_TWO),
        windowed(
            "sliding",
            "Sliding windows of 7 ms every 3 ms, offset 1 ms; some have fired, late elements may"
                + " come",
            "w-10 1@-3 2@3 w4 3@-1 4@9 5@4",
            "6@-3 w7 7@2 8@6 w100",
            of(AlignedWindowPlan.sliding(7, 3, 1), 10)),
        windowed(
            "early-panes",
            "Sliding windows of 6 ms every 2 ms; panes by count and by time, which discard, with"
                + " the earliest timestamp",
            "w-10 p5 1@-3 p6 2@-1 w2 p7 3@-3",
            "4@3 p20 5@1 w100",
            with(
                AlignedWindowPlan.sliding(6, 2, 0),
                new Repeatedly(PAIRS_OR_TIME),
                100,
                AccumulationMode.DISCARDING,
                TimestampCombiner.EARLIEST)),
        windowed(
            "retractions",
            "Sliding windows of 6 ms every 2 ms; early, on-time and late panes, which retract the"
                + " pane before, with the latest timestamp",
            "w-10 p5 1@-3 2@-1 3@1 w2 p7 4@-3",
            "5@3 p20 6@1 w100",
            with(
                AlignedWindowPlan.sliding(6, 2, 0),
                EARLY_AND_LATE,
                100,
                AccumulationMode.RETRACTING,
                TimestampCombiner.LATEST)),
        windowed(
            "next-only",
            "Sliding windows of 6 ms every 2 ms; early panes of the next window only",
            "w-10 p5 1@-3 2@-1 3@1 w2 p7 4@3",
            "5@3 p20 6@1 w100",
            with(
                    AlignedWindowPlan.sliding(6, 2, 0),
                    EARLY_AND_LATE,
                    0,
                    AccumulationMode.ACCUMULATING,
                    TimestampCombiner.END_OF_WINDOW)
                .withEmission(new Emission(Repeats.EMITTED, Emission.NO_FILL, true))),
        windowed(
            "filled-windows",
            "Windows that grow to 8 ms by 2 ms; panes that repeat are left out, empty windows"
                + " filled in",
            "w-10 1@1 2@9 w4 3@1 w7",
            "4@1 5@10 w40",
            of(new CumulativeWindowPlan(8, 2, 0), 5)
                .withEmission(new Emission(Repeats.LEFT_OUT, 16, false))),
        windowed(
            "global",
            "The global window, every third element",
            "w-10 1@3 2@9 3@4 4@5",
            "5@0 6@1 w9223371950454775",
            with(
                new GlobalWindowPlan(),
                new Repeatedly(new AfterPane(3)),
                0,
                AccumulationMode.DISCARDING,
                TimestampCombiner.END_OF_WINDOW)),
        windowed(
            "stream-time",
            "Windows of 10 ms by stream time",
            "w0 1@3 2@12 3@5",
            "4@4 w20 5@4 w100",
            new WindowingSpec(
                AlignedWindowPlan.fixed(10, 0),
                Assignment.STREAM_TIME,
                new DefaultTrigger(),
                0,
                AccumulationMode.ACCUMULATING,
                TimestampCombiner.END_OF_WINDOW,
                FiringBehavior.FIRE_IF_NON_EMPTY,
                FiringBehavior.FIRE_ALWAYS,
                Emission.AS_IN_BEAM)),
        windowed(
            "sessions",
            "Sessions with a gap of 5 ms; early and late panes, which retract the pane before",
            "w-10 p5 1@-3 2@-3 w-8 3@-3 4@20",
            "5@16 p20 6@-3 w22 7@4 w500",
            with(
                new SessionWindows(5, false),
                EARLY_AND_LATE,
                100,
                AccumulationMode.RETRACTING,
                TimestampCombiner.EARLIEST)),
        windowed(
            "trailing",
            "Windows that end at each element, 10 ms long",
            "w-10 1@3 2@9 w5 3@7 4@4",
            "5@3 6@30 w12 7@8 w100",
            of(new TrailingWindows(10), 5)),
        windowed(
            "several-windows",
            "Windows of 4 ms, which discard, of 12 ms, with the earliest timestamp, sessions, and"
                + " windows that end at each element, over one state",
            "w-10 1@1 w4 2@9 w5 3@1",
            "w8 4@7 5@2 w200",
            with(
                AlignedWindowPlan.fixed(4, 0),
                new DefaultTrigger(),
                100,
                AccumulationMode.DISCARDING,
                TimestampCombiner.END_OF_WINDOW),
            with(
                AlignedWindowPlan.fixed(12, 0),
                new DefaultTrigger(),
                0,
                AccumulationMode.ACCUMULATING,
                TimestampCombiner.EARLIEST),
            of(new SessionWindows(5, true), 0),
            of(new TrailingWindows(3), 0)),
        cold(
            "cold-pages",
            "Windows of 200 slices, most of which are apart, with folds that are kept",
            CONTENTS),
        cold("cold-pages-of-sums", "As cold-pages, with an inverse: a running sum is kept", SUM),
        ordered(
            "over-range",
            "Each element with the elements of the last 10 ms",
            OrderedKeys.over(
                new OrderedAggregation<>(new OverFrame.Range(10), 2), CONTENTS, VarLongCoder.of()),
            PaneOutput.ofRows()),
        ordered(
            "over-rows",
            "Each element with the two before it",
            OrderedKeys.over(
                new OrderedAggregation<>(new OverFrame.Rows(3), 2), CONTENTS, VarLongCoder.of()),
            PaneOutput.ofRows()),
        ordered(
            "counted",
            "The last four elements after every second one",
            OrderedKeys.count(
                new OrderedAggregation<>(new CountWindows(4, 2, true), 2),
                CONTENTS,
                VarLongCoder.of()),
            PaneOutput.ofResults()));
  }

  private static GoldenState windowed(
      String name, String description, String before, String after, WindowingSpec... specs) {
    WindowedAggregation aggregation = new WindowedAggregation(Arrays.asList(specs));
    return new GoldenState(
        name,
        description,
        () -> new SliceDoFnHarness<>(aggregation, CONTENTS, false),
        before,
        after);
  }

  /** Firings make folds of the slices, and leave those alone that no window starts or ends in. */
  private static <A> GoldenState cold(
      String name, String description, CombineFnAggregate<Long, A, ?> function) {
    String elements =
        IntStream.range(0, 160).mapToObj(i -> i + "@" + i).collect(Collectors.joining(" "));
    String firings =
        IntStream.range(1, 6)
            .mapToObj(i -> "w" + 2 * i + " " + i + "@160")
            .collect(Collectors.joining(" "));
    return new GoldenState(
        name,
        description,
        () -> new SliceDoFnHarness<>(WindowedAggregation.of(MANY_SLICES), function, false),
        "w-300 " + elements + " w-100 1@160 " + firings + " 7@161",
        "8@3 w13 9@70 w15");
  }

  private static <R, T> GoldenState ordered(
      String name,
      String description,
      KeyedAggregation<Long, R> aggregation,
      PaneOutput<String, R, T> output) {
    return new GoldenState(
        name,
        description,
        () -> new SliceDoFnHarness<>(aggregation, output, false),
        "w0 1@3 2@9 3@4 w8 4@12 5@7 6@30",
        "7@5 8@12 w15 9@28 w9223371950454775");
  }

  private static WindowingSpec of(Windows windows, long lateness) {
    return with(
        windows,
        new DefaultTrigger(),
        lateness,
        AccumulationMode.ACCUMULATING,
        TimestampCombiner.END_OF_WINDOW);
  }

  private static WindowingSpec with(
      Windows windows,
      TriggerSpec trigger,
      long lateness,
      AccumulationMode mode,
      TimestampCombiner timestamps) {
    return new WindowingSpec(
        windows,
        trigger,
        lateness,
        mode,
        timestamps,
        FiringBehavior.FIRE_IF_NON_EMPTY,
        FiringBehavior.FIRE_ALWAYS);
  }
}
