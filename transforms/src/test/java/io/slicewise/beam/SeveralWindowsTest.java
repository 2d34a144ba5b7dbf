package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.Max;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.GlobalWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.TimestampCombiner;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several windows at once: {@link SlicedWindowAggregate#windowedBy(TupleTag, Window)}. */
class SeveralWindowsTest {
  private static final Window<KV<String, Long>> TEN = Window.into(FixedWindows.of(millis(10)));

  private static final Window<KV<String, Long>> FORTY_WITH_LATENESS =
      Window.<KV<String, Long>>into(FixedWindows.of(millis(40)))
          .withAllowedLateness(millis(5))
          .accumulatingFiredPanes();

  private static final Window<KV<String, Long>> GROWING =
      Window.<KV<String, Long>>into(CumulativeWindows.of(millis(30)).every(millis(10)))
          .triggering(
              AfterWatermark.pastEndOfWindow()
                  .withEarlyFirings(AfterPane.elementCountAtLeast(2))
                  .withLateFirings(AfterPane.elementCountAtLeast(1)))
          .withAllowedLateness(millis(7))
          .discardingFiredPanes();

  private static final Window<KV<String, Long>> OVERLAPPING =
      Window.<KV<String, Long>>into(SlidingWindows.of(millis(25)).every(millis(10)))
          .triggering(AfterWatermark.pastEndOfWindow())
          .withAllowedLateness(millis(0))
          .withTimestampCombiner(TimestampCombiner.EARLIEST)
          .accumulatingFiredPanes();

  private static final Window<KV<String, Long>> EVER =
      Window.<KV<String, Long>>into(new GlobalWindows())
          .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(2)))
          .discardingFiredPanes();

  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  private static SlicedWindowAggregate<String, Long, String> contents() {
    return SlicedWindowAggregate.perKey(new Contents());
  }

  private static SlicedWindowAggregate<String, Long, Long> sums() {
    return SlicedWindowAggregate.perKey(Sum.ofLongs());
  }

  private static <T> Panes<T> panesOf(PCollection<T> collection, String name) {
    Panes<T> panes = new Panes<>();
    collection.apply(name, ParDo.of(panes));
    return panes;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eachOutput_isThatOfAnAggregationOfItsOwn_andOfBeam(long seed) {
    List<Window<KV<String, Long>>> windows =
        List.of(FORTY_WITH_LATENESS, GROWING, OVERLAPPING, EVER);
    PCollection<KV<String, Long>> input = pipeline.apply(Scripts.stream(Scripts.random(seed, 70)));
    List<TupleTag<KV<String, String>>> tags = new ArrayList<>();
    SlicedWindowAggregateMulti<String, Long, String> several = null;
    for (Window<KV<String, Long>> window : windows) {
      TupleTag<KV<String, String>> tag = new TupleTag<>() {};
      tags.add(tag);
      several =
          several == null ? contents().windowedBy(tag, window) : several.windowedBy(tag, window);
    }
    PCollectionTuple together = input.apply("Together", several);
    List<Panes<?>> ours = new ArrayList<>();
    List<Panes<?>> alone = new ArrayList<>();
    List<Panes<?>> beam = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      PCollection<KV<String, String>> ownOutput = together.get(tags.get(i));
      PCollection<KV<String, String>> beamOutput =
          input
              .apply("Window " + i, windows.get(i))
              .apply("Combine " + i, Combine.perKey(new Contents()));
      assertThat(ownOutput.getWindowingStrategy()).isEqualTo(beamOutput.getWindowingStrategy());
      assertThat(ownOutput.getCoder()).isEqualTo(beamOutput.getCoder());
      ours.add(panesOf(ownOutput, "Ours " + i));
      beam.add(panesOf(beamOutput, "Beam's " + i));
      alone.add(
          panesOf(input.apply("Alone " + i, contents().windowedBy(windows.get(i))), "Own " + i));
    }
    assertThat(together.getAll().keySet()).containsExactlyInAnyOrderElementsOf(tags);
    pipeline.run().waitUntilFinish();

    assertThat(linesOf(ours))
        .doesNotContain(List.of())
        .isEqualTo(linesOf(alone))
        .isEqualTo(linesOf(beam));
  }

  private static List<List<String>> linesOf(List<Panes<?>> panes) {
    return panes.stream().map(Panes::lines).toList();
  }

  /** Beam's own sliding windows fail on elements in gaps, so only ours can be compared. */
  @Test
  void gapsOfOne_takeElementsOfTheOther() {
    TupleTag<KV<String, String>> gaps = new TupleTag<>() {};
    TupleTag<KV<String, String>> tens = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@1 2@5 3@12 W10 4@13 5@27"))
            .apply(
                contents()
                    .windowedBy(gaps, Window.into(SlidingWindows.of(millis(3)).every(millis(10))))
                    .windowedBy(tens, TEN));
    Panes<KV<String, String>> gapPanes = panesOf(outputs.get(gaps), "Gaps");
    Panes<KV<String, String>> tenPanes = panesOf(outputs.get(tens), "Tens");
    pipeline.run().waitUntilFinish();
    assertThat(gapPanes.lines())
        .containsExactly(
            "[0, 3) KV{k, 1} @2 ON_TIME 0/0 first last",
            "[10, 13) KV{k, 3} @12 ON_TIME 0/0 first last");
    assertThat(tenPanes.lines())
        .containsExactly(
            "[0, 10) KV{k, 1+2} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, 3+4} @19 ON_TIME 0/0 first last",
            "[20, 30) KV{k, 5} @29 ON_TIME 0/0 first last");
  }

  /** Whether the global window comes first or not, and with another of its kind. */
  @Test
  void globalWindows_besideOthers() {
    TupleTag<KV<String, String>> first = new TupleTag<>() {};
    TupleTag<KV<String, String>> second = new TupleTag<>() {};
    TupleTag<KV<String, String>> third = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@1 2@5 3@12 W10 4@13"))
            .apply(
                contents()
                    .windowedBy(first, EVER)
                    .windowedBy(second, TEN)
                    .windowedBy(
                        third,
                        Window.<KV<String, Long>>into(new GlobalWindows())
                            .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(3)))
                            .accumulatingFiredPanes()));
    Panes<KV<String, String>> firstPanes = panesOf(outputs.get(first), "First");
    Panes<KV<String, String>> secondPanes = panesOf(outputs.get(second), "Second");
    Panes<KV<String, String>> thirdPanes = panesOf(outputs.get(third), "Third");
    pipeline.run().waitUntilFinish();
    assertThat(firstPanes.lines())
        .containsExactly(
            "global KV{k, 1+2} @9223371950454775 EARLY 0/-1 first",
            "global KV{k, 3+4} @9223371950454775 EARLY 1/-1",
            "global KV{k, } @9223371950454775 ON_TIME 2/0 last");
    assertThat(secondPanes.lines())
        .containsExactly(
            "[0, 10) KV{k, 1+2} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, 3+4} @19 ON_TIME 0/0 first last");
    assertThat(thirdPanes.lines())
        .containsExactly(
            "global KV{k, 1+2+3} @9223371950454775 EARLY 0/-1 first",
            "global KV{k, 1+2+3+4} @9223371950454775 ON_TIME 1/0 last");
  }

  @Test
  void onlyGlobalWindows() {
    TupleTag<KV<String, String>> first = new TupleTag<>() {};
    TupleTag<KV<String, String>> second = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@1 2@5"))
            .apply(contents().windowedBy(first, EVER).windowedBy(second, EVER));
    Panes<KV<String, String>> firstPanes = panesOf(outputs.get(first), "First");
    Panes<KV<String, String>> secondPanes = panesOf(outputs.get(second), "Second");
    pipeline.run().waitUntilFinish();
    assertThat(firstPanes.lines())
        .containsExactly(
            "global KV{k, 1+2} @9223371950454775 EARLY 0/-1 first",
            "global KV{k, } @9223371950454775 ON_TIME 1/0 last")
        .isEqualTo(secondPanes.lines());
  }

  @Test
  void downstreamGroupings_seeTheirOwnWindows() {
    TupleTag<KV<String, Long>> tens = new TupleTag<>() {};
    TupleTag<KV<String, Long>> forties = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@1 2@5 3@12 4@41"))
            .apply(sums().windowedBy(tens, TEN).windowedBy(forties, FORTY_WITH_LATENESS));
    Panes<KV<String, Iterable<Long>>> grouped =
        panesOf(outputs.get(forties).apply(GroupByKey.create()), "Grouped");
    PAssert.that(outputs.get(tens).apply(Max.longsPerKey()))
        .inWindow(new IntervalWindow(Instant.ofEpochMilli(10), millis(10)))
        .containsInAnyOrder(List.of(KV.of("k", 3L)));
    pipeline.run().waitUntilFinish();
    assertThat(grouped.lines())
        .containsExactly(
            "[0, 40) KV{k, [6]} @39 ON_TIME 0/0 first last",
            "[40, 80) KV{k, [4]} @79 ON_TIME 0/0 first last");
  }

  @Test
  void retractions_ofEachOutput_areThoseOfAnAggregationOfItsOwn() {
    PCollection<KV<String, Long>> input = pipeline.apply(Scripts.stream(Scripts.random(9, 60)));
    TupleTag<KV<String, Change<String>>> forties = new TupleTag<>() {};
    TupleTag<KV<String, Change<String>>> growing = new TupleTag<>() {};
    PCollectionTuple outputs =
        input.apply(
            "Together",
            contents()
                .retractingFiredPanes()
                .windowedBy(forties, FORTY_WITH_LATENESS)
                .windowedBy(growing, GROWING));
    List<Panes<?>> together =
        List.of(panesOf(outputs.get(forties), "Forties"), panesOf(outputs.get(growing), "Growing"));
    List<Panes<?>> alone = new ArrayList<>();
    for (Window<KV<String, Long>> window : List.of(FORTY_WITH_LATENESS, GROWING)) {
      String number = " " + alone.size();
      PCollection<KV<String, Change<String>>> own =
          input.apply("Alone" + number, contents().retractingFiredPanes().windowedBy(window));
      alone.add(panesOf(own, "Own" + number));
    }
    pipeline.run().waitUntilFinish();
    assertThat(linesOf(together)).isEqualTo(linesOf(alone));
    assertThat(linesOf(together).toString()).contains("kind=RETRACTION");
  }

  @Test
  void lateOutput_getsElementsTooLateForAllWindowsOfAllOutputs() {
    TupleTag<KV<String, String>> tens = new TupleTag<>() {};
    TupleTag<KV<String, String>> forties = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> lateTag = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@1 W20 2@5 W42 3@6 W45 4@7 5@48"))
            .apply(
                contents()
                    .windowedBy(tens, TEN)
                    .windowedBy(forties, FORTY_WITH_LATENESS)
                    .withLateOutput(lateTag));
    Panes<KV<String, String>> tenPanes = panesOf(outputs.get(tens), "Tens");
    Panes<KV<String, String>> fortyPanes = panesOf(outputs.get(forties), "Forties");
    Panes<KV<String, LateElement<Long>>> late = panesOf(outputs.get(lateTag), "Late");
    pipeline.run().waitUntilFinish();
    assertThat(tenPanes.lines())
        .containsExactly(
            "[0, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
            "[40, 50) KV{k, 5} @49 ON_TIME 0/0 first last");
    assertThat(fortyPanes.lines())
        .containsExactly(
            "[0, 40) KV{k, 1+2} @39 ON_TIME 0/0 first",
            "[0, 40) KV{k, 1+2+3} @39 LATE 1/1",
            "[40, 80) KV{k, 5} @79 ON_TIME 0/0 first last");
    LateElement<Long> four =
        new LateElement<>(
            4L, Instant.ofEpochMilli(7), Instant.ofEpochMilli(45), Instant.ofEpochMilli(44));
    assertThat(late.collected())
        .extracting(Panes.Pane::value, Panes.Pane::window, Panes.Pane::timestamp)
        .containsExactly(
            tuple("KV{k, " + four + "}", GlobalWindow.INSTANCE, Instant.ofEpochMilli(7)));
  }

  /** Elements once; windows and panes as often as there are. */
  @Test
  void metrics() {
    pipeline
        .apply(Scripts.stream("1@1 W20 2@5 W42 3@6 W45 4@7 5@48"))
        .apply(
            sums()
                .windowedBy(new TupleTag<>() {}, TEN)
                .windowedBy(new TupleTag<>() {}, FORTY_WITH_LATENESS));
    PipelineResult result = pipeline.run();
    result.waitUntilFinish();
    Map<String, Long> counters = new TreeMap<>();
    result
        .metrics()
        .queryMetrics(
            MetricsFilter.builder()
                .addNameFilter(MetricNameFilter.inNamespace(SlicedWindowMetrics.NAMESPACE))
                .build())
        .getCounters()
        .forEach(counter -> counters.put(counter.getName().getName(), counter.getAttempted()));
    assertThat(counters)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "elements", 5L,
                "lateElements", 1L,
                "droppedDueToLateness", 4L,
                "panesOnTime", 4L,
                "panesLate", 1L));
  }

  @Test
  void displayData_showsTheWindowsOfEachOutput() {
    PTransform<?, ?> transform =
        sums()
            .retractingFiredPanes()
            .windowedBy(new TupleTag<>() {}, TEN)
            .windowedBy(new TupleTag<>() {}, FORTY_WITH_LATENESS)
            .withLateOutput(new TupleTag<>() {});
    Map<String, Object> shown = new TreeMap<>();
    for (DisplayData.Item item : DisplayData.from(transform).items()) {
      List<String> path = item.getPath().getComponents();
      shown.put(
          path.isEmpty() ? item.getKey() : String.join("/", path) + "/" + item.getKey(),
          item.getValue());
    }
    assertThat(shown)
        .containsEntry("combineFn", Sum.ofLongs().getClass().getName())
        .containsEntry("retractingFiredPanes", true)
        .containsEntry("lateOutput", true)
        .containsEntry("windows1/windowFn/size", 10L)
        .containsEntry("windows2/windowFn/size", 40L)
        .containsEntry("windows2/allowedLateness", 5L)
        .doesNotContainKeys("windowFn", "windows3/windowFn");
  }

  @Test
  void transform_isNotChangedByWhatIsAddedToIt() {
    TupleTag<KV<String, Long>> first = new TupleTag<>() {};
    SlicedWindowAggregateMulti<String, Long, Long> one = sums().windowedBy(first, TEN);
    SlicedWindowAggregateMulti<String, Long, Long> two =
        one.windowedBy(new TupleTag<>() {}, FORTY_WITH_LATENESS);
    PCollection<KV<String, Long>> input = pipeline.apply(Scripts.stream("1@1"));
    assertThat(input.apply("One", one).getAll().keySet()).containsExactly(first);
    assertThat(input.apply("Two", two).getAll()).hasSize(2);
    pipeline.run().waitUntilFinish();
  }
}
