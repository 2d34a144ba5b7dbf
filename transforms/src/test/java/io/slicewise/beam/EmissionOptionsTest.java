package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.millis;

import io.slicewise.aggregate.Aggregations;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.junit.jupiter.api.Test;

/** {@link SlicedWindowAggregate#emitting}. Sums, so that the element 0 changes no value. */
class EmissionOptionsTest {
  private static final EmissionOptions AS_IN_BEAM = EmissionOptions.asInBeam();

  private static final Trigger EARLY_AND_LATE =
      AfterWatermark.pastEndOfWindow()
          .withEarlyFirings(AfterPane.elementCountAtLeast(1))
          .withLateFirings(AfterPane.elementCountAtLeast(1));

  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  private static <T> Window<T> early(WindowFn<Object, ?> windowFn) {
    return Window.<T>into(windowFn)
        .triggering(EARLY_AND_LATE)
        .withAllowedLateness(millis(20))
        .accumulatingFiredPanes();
  }

  private static <T> Window<T> fixed() {
    return early(FixedWindows.of(millis(10)));
  }

  private static SlicedWindowAggregate<String, Long, Long> sums(EmissionOptions options) {
    return SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).emitting(options);
  }

  private <O> List<String> panesOf(
      String script, PTransform<PCollection<KV<String, Long>>, PCollection<O>> transform) {
    Panes<O> panes = new Panes<>();
    pipeline.apply(Scripts.stream(script)).apply(transform).apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    return panes.lines();
  }

  @Test
  void onlyChanged() {
    assertThat(
            panesOf(
                "1@1 0@2 W10 0@3 2@4 0@5 W40", sums(AS_IN_BEAM.onlyChanged()).windowedBy(fixed())))
        .containsExactly("[0, 10) KV{k, 1} @9 EARLY 0/-1 first", "[0, 10) KV{k, 3} @9 LATE 1/0");
  }

  @Test
  void onlyChanged_comparesCumulativeWindows() {
    assertThat(
            panesOf(
                "1@1 2@5 0@7",
                sums(AS_IN_BEAM.onlyChanged())
                    .windowedBy(Window.into(CumulativeWindows.of(millis(8)).every(millis(2))))))
        .containsExactly(
            "[0, 2) KV{k, 1} @1 ON_TIME 0/0 first last",
            "[0, 6) KV{k, 3} @5 ON_TIME 0/0 first last");
  }

  @Test
  void onlyChanged_comparesWhatIsInArrays() {
    CombineFn<Long, ?, byte[]> bytes =
        Aggregations.mappedResult(
            sum -> new byte[] {sum.byteValue()}, ByteArrayCoder.of(), Sum.ofLongs());
    assertThat(
            panesOf(
                "1@1 0@2 W10 0@3",
                SlicedWindowAggregate.<String, Long, byte[]>perKey(bytes)
                    .emitting(AS_IN_BEAM.onlyChanged())
                    .windowedBy(fixed())))
        .hasSize(1);
  }

  @Test
  void onlyChanged_withRetractions() {
    assertThat(
            panesOf(
                "1@1 0@2 W10 0@3 2@4 0@5 W40",
                sums(AS_IN_BEAM)
                    .windowedBy(fixed())
                    .retractingFiredPanes()
                    .emitting(AS_IN_BEAM.onlyChanged())))
        .containsExactly(
            "[0, 10) KV{k, Change[value=1, kind=PANE]} @9 EARLY 0/-1 first",
            "[0, 10) KV{k, Change[value=1, kind=RETRACTION]} @9 LATE 1/0",
            "[0, 10) KV{k, Change[value=3, kind=PANE]} @9 LATE 1/0");
  }

  @Test
  void withoutRepeatedOnTime() {
    assertThat(
            panesOf(
                "1@1 0@2 2@12 W10 0@3 W20",
                sums(AS_IN_BEAM.withoutRepeatedOnTime()).windowedBy(fixed())))
        .containsExactly(
            "[0, 10) KV{k, 1} @9 EARLY 0/-1 first",
            "[0, 10) KV{k, 1} @9 EARLY 1/-1",
            "[0, 10) KV{k, 1} @9 LATE 2/0",
            "[10, 20) KV{k, 2} @19 EARLY 0/-1 first");
  }

  @Test
  void fillingEmptyWindows() {
    assertThat(
            panesOf(
                "1@3 W100 2@123 3@145",
                sums(AS_IN_BEAM.fillingEmptyWindows(millis(20)))
                    .windowedBy(Window.into(FixedWindows.of(millis(10))))))
        .containsExactly(
            "[0, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, 0} @19 ON_TIME 0/0 first last",
            "[20, 30) KV{k, 0} @29 ON_TIME 0/0 first last",
            "[120, 130) KV{k, 2} @129 ON_TIME 0/0 first last",
            "[130, 140) KV{k, 0} @139 ON_TIME 0/0 first last",
            "[140, 150) KV{k, 3} @149 ON_TIME 0/0 first last");
  }

  @Test
  void earlyForNextWindowOnly() {
    assertThat(
            panesOf(
                "W1 1@3 2@12 W10 4@13",
                sums(AS_IN_BEAM.earlyForNextWindowOnly())
                    .windowedBy(early(SlidingWindows.of(millis(20)).every(millis(10))))))
        .containsExactly(
            "[-10, 10) KV{k, 1} @9 EARLY 0/-1 first",
            "[-10, 10) KV{k, 1} @9 ON_TIME 1/0",
            "[0, 20) KV{k, 7} @19 EARLY 0/-1 first",
            "[0, 20) KV{k, 7} @19 ON_TIME 1/0 last",
            "[10, 30) KV{k, 6} @29 ON_TIME 0/0 first last");
  }

  @Test
  void allTogether() {
    assertThat(
            panesOf(
                "W1 1@3 0@4 2@12 W10 0@13 W60 0@61",
                sums(AS_IN_BEAM
                        .onlyChanged()
                        .fillingEmptyWindows(millis(10))
                        .earlyForNextWindowOnly())
                    .windowedBy(early(SlidingWindows.of(millis(20)).every(millis(10))))))
        .containsExactly(
            "[-10, 10) KV{k, 1} @9 EARLY 0/-1 first",
            "[0, 20) KV{k, 3} @19 EARLY 0/-1 first",
            "[10, 30) KV{k, 2} @29 ON_TIME 0/0 first last",
            "[20, 40) KV{k, 0} @39 ON_TIME 0/0 first last",
            "[50, 70) KV{k, 0} @69 EARLY 0/-1 first",
            "[60, 80) KV{k, 0} @79 ON_TIME 0/0 first last");
  }

  @Test
  void globally() {
    assertThat(
            panesOf(
                "1@3 W30 2@43",
                new PTransform<PCollection<KV<String, Long>>, PCollection<Long>>() {
                  @Override
                  public PCollection<Long> expand(PCollection<KV<String, Long>> input) {
                    return input
                        .apply(Values.create())
                        .apply(
                            SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs())
                                .emitting(AS_IN_BEAM.fillingEmptyWindows(millis(10)))
                                .windowedBy(Window.into(FixedWindows.of(millis(10)))));
                  }
                }))
        .containsExactly(
            "[0, 10) 1 @9 ON_TIME 0/0 first last",
            "[10, 20) 0 @19 ON_TIME 0/0 first last",
            "[40, 50) 2 @49 ON_TIME 0/0 first last");
  }

  /** The options are those of all windows, each by its own panes. */
  @Test
  void severalWindows() {
    TupleTag<KV<String, Long>> tens = new TupleTag<>() {};
    TupleTag<KV<String, Long>> twenties = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@3 W60 2@63"))
            .apply(
                sums(AS_IN_BEAM.fillingEmptyWindows(millis(20)))
                    .windowedBy(tens, Window.into(FixedWindows.of(millis(10))))
                    .windowedBy(twenties, Window.into(FixedWindows.of(millis(20)))));
    Panes<KV<String, Long>> panesOfTen = new Panes<>();
    Panes<KV<String, Long>> panesOfTwenty = new Panes<>();
    outputs.get(tens).apply("Tens", ParDo.of(panesOfTen));
    outputs.get(twenties).apply("Twenties", ParDo.of(panesOfTwenty));
    pipeline.run().waitUntilFinish();
    assertThat(panesOfTen.lines())
        .containsExactly(
            "[0, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, 0} @19 ON_TIME 0/0 first last",
            "[20, 30) KV{k, 0} @29 ON_TIME 0/0 first last",
            "[60, 70) KV{k, 2} @69 ON_TIME 0/0 first last");
    assertThat(panesOfTwenty.lines())
        .containsExactly(
            "[0, 20) KV{k, 1} @19 ON_TIME 0/0 first last",
            "[20, 40) KV{k, 0} @39 ON_TIME 0/0 first last",
            "[60, 80) KV{k, 2} @79 ON_TIME 0/0 first last");
  }

  @Test
  void negativeIdleLimit_isRefused() {
    assertThatThrownBy(() -> AS_IN_BEAM.fillingEmptyWindows(millis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("idleLimit: must be zero or more but was -1 ms.");
    assertThatThrownBy(() -> AS_IN_BEAM.fillingEmptyWindows(null)).hasMessage("idleLimit");
  }

  @Test
  void fillingGlobalWindows_isRefused() {
    assertRefused(
        AS_IN_BEAM.fillingEmptyWindows(millis(10)),
        early(new GlobalWindows()),
        "fillingEmptyWindows: each window must fire at its end but the trigger is"
            + " EarlyAndLate[early=AfterPane[count=1], lateOrNull=AfterPane[count=1]] for the windows"
            + " global. Use windows of a limited time, and the default trigger or"
            + " AfterWatermark.pastEndOfWindow().");
  }

  @Test
  void fillingWithATriggerThatDoesNotFireAtTheEnd_isRefused() {
    assertRefused(
        AS_IN_BEAM.fillingEmptyWindows(millis(10)),
        counting(),
        "fillingEmptyWindows: each window must fire at its end but the trigger is"
            + " Repeatedly[of=AfterPane[count=2]] for the windows fixed(size=10 ms, offset=0 ms)."
            + " Use windows of a limited time, and the default trigger or"
            + " AfterWatermark.pastEndOfWindow().");
  }

  @Test
  void earlyForNextWindowOnly_withoutEarlyFirings_isRefused() {
    assertRefused(
        AS_IN_BEAM.earlyForNextWindowOnly(),
        counting(),
        "earlyForNextWindowOnly: the trigger must have early firings but is"
            + " Repeatedly[of=AfterPane[count=2]]. Use"
            + " AfterWatermark.pastEndOfWindow().withEarlyFirings(...), or leave it out.");
  }

  @Test
  void windowsOfElements_areRefused() {
    assertRefused(
        AS_IN_BEAM.onlyChanged(),
        early(Sessions.withGapDuration(millis(5))),
        "emitting: panes can be left out or filled in only for windows that depend on time alone but"
            + " the windows are sessions(gap=5 ms). Leave the options out, or use fixed, sliding,"
            + " cumulative or calendar windows.");
    assertRefused(
        AS_IN_BEAM.withoutRepeatedOnTime(),
        Window.into(TrailingWindows.of(millis(5))),
        "emitting: panes can be left out or filled in only for windows that depend on time alone but"
            + " the windows are trailing(size=5 ms). Leave the options out, or use fixed, sliding,"
            + " cumulative or calendar windows.");
  }

  private static <T> Window<T> counting() {
    return Window.<T>into(FixedWindows.of(millis(10)))
        .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(2)))
        .withAllowedLateness(millis(0))
        .accumulatingFiredPanes();
  }

  /** When the transform is applied, as the input may have a part of the settings. */
  private static void assertRefused(
      EmissionOptions options, Window<KV<String, Long>> window, String message) {
    Pipeline ofItsOwn = Pipeline.create(BothWays.options());
    SlicedWindowAggregate<String, Long, Long> transform = sums(options).windowedBy(window);
    assertThatThrownBy(() -> ofItsOwn.apply(Scripts.stream("1@1")).apply(transform))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void displayData_showsThemUnlessTheyAreAsInBeam() {
    assertThat(DisplayData.from(sums(AS_IN_BEAM.onlyChanged())).items())
        .extracting(DisplayData.Item::getKey, DisplayData.Item::getValue)
        .contains(
            tuple(
                "emission",
                "Emission[repeats=LEFT_OUT, fillIdleMillis=-1, earlyForNextOnly=false]"));
    assertThat(DisplayData.from(sums(AS_IN_BEAM)).items())
        .extracting(DisplayData.Item::getKey)
        .doesNotContain("emission");
  }

  @Test
  void equality_isThatOfTheSettings() {
    EmissionOptions all =
        AS_IN_BEAM.onlyChanged().fillingEmptyWindows(millis(5)).earlyForNextWindowOnly();
    assertThat(all)
        .isEqualTo(AS_IN_BEAM.earlyForNextWindowOnly().fillingEmptyWindows(millis(5)).onlyChanged())
        .hasSameHashCodeAs(
            AS_IN_BEAM.earlyForNextWindowOnly().fillingEmptyWindows(millis(5)).onlyChanged())
        .hasToString("Emission[repeats=LEFT_OUT, fillIdleMillis=5, earlyForNextOnly=true]")
        .isEqualTo(all.withoutRepeatedOnTime())
        .isNotEqualTo(all.fillingEmptyWindows(millis(6)))
        .isNotEqualTo(AS_IN_BEAM)
        .isNotEqualTo(null);
    assertThat(AS_IN_BEAM.onlyChanged().withoutRepeatedOnTime())
        .isEqualTo(AS_IN_BEAM.withoutRepeatedOnTime().onlyChanged())
        .isEqualTo(AS_IN_BEAM.onlyChanged())
        .isNotEqualTo(AS_IN_BEAM.withoutRepeatedOnTime());
  }
}
