package io.slicewise.beam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.joda.time.Duration.millis;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Max;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Repeatedly;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class SlicedWindowAggregateTest {
  private static final Window<KV<String, Long>> TEN = Window.into(FixedWindows.of(millis(10)));

  private final Pipeline pipeline = Pipeline.create(BothWays.options());

  /** The example of the class. */
  @Test
  @SuppressWarnings("unchecked") // generic varargs of PAssert
  void clicksPerHour() {
    PCollection<KV<String, Long>> clicks =
        pipeline.apply(
            Create.timestamped(
                TimestampedValue.of(KV.of("home", 1L), Instant.ofEpochMilli(30_000)),
                TimestampedValue.of(KV.of("home", 2L), Instant.ofEpochMilli(90_000))));
    PCollection<KV<String, Long>> clicksPerHour =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(
                            SlidingWindows.of(Duration.standardHours(1))
                                .every(Duration.standardMinutes(1)))
                        .withAllowedLateness(Duration.standardMinutes(5))
                        .accumulatingFiredPanes()));

    Duration hour = Duration.standardHours(1);
    PAssert.that(clicksPerHour)
        .inOnTimePane(new IntervalWindow(Instant.ofEpochMilli(0), hour))
        .containsInAnyOrder(KV.of("home", 3L));
    PAssert.that(clicksPerHour)
        .inOnTimePane(new IntervalWindow(Instant.ofEpochMilli(60_000), hour))
        .containsInAnyOrder(KV.of("home", 2L));
    PAssert.that(clicksPerHour)
        .inOnTimePane(new IntervalWindow(Instant.ofEpochMilli(60_000).minus(hour), hour))
        .containsInAnyOrder(KV.of("home", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void downstreamGrouping_seesTheWindows() {
    PCollection<Long> largest =
        pipeline
            .apply(
                Create.timestamped(
                    TimestampedValue.of(KV.of("a", 1L), Instant.ofEpochMilli(1)),
                    TimestampedValue.of(KV.of("b", 2L), Instant.ofEpochMilli(2)),
                    TimestampedValue.of(KV.of("b", 4L), Instant.ofEpochMilli(12))))
            .apply(SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(TEN))
            .apply(Values.create())
            .apply(Combine.globally(Max.ofLongs()).withoutDefaults());
    PAssert.that(largest)
        .inWindow(new IntervalWindow(Instant.ofEpochMilli(0), millis(10)))
        .containsInAnyOrder(2L);
    PAssert.that(largest)
        .inWindow(new IntervalWindow(Instant.ofEpochMilli(10), millis(10)))
        .containsInAnyOrder(4L);
    pipeline.run().waitUntilFinish();
  }

  @Test
  void windowsOfTheInput_areReplaced() {
    Panes<KV<String, Long>> panes = new Panes<>();
    pipeline
        .apply(Scripts.stream("1@1 2@12"))
        .apply(Window.into(FixedWindows.of(millis(1))))
        .apply(SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).windowedBy(TEN))
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[0, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
            "[10, 20) KV{k, 2} @19 ON_TIME 0/0 first last");
  }

  /** Beam's own sliding windows fail on such elements. */
  @Test
  void elementsBetweenWindows_areInNone() {
    Panes<KV<String, Long>> panes = new Panes<>();
    pipeline
        .apply(Scripts.stream("1@1 2@5 3@12"))
        .apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(Window.into(SlidingWindows.of(millis(3)).every(millis(10)))))
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines())
        .containsExactly(
            "[0, 3) KV{k, 1} @2 ON_TIME 0/0 first last",
            "[10, 13) KV{k, 3} @12 ON_TIME 0/0 first last");
  }

  @Test
  void lateOutput_getsElementsTooLateForAllTheirWindows() {
    TupleTag<KV<String, String>> panesTag = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> lateTag = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(Scripts.stream("1@1 W20 2@14 W25 3@14 4@13 5@9 W70 6@31"))
            .apply(
                SlicedWindowAggregate.<String, Long, String>perKey(new Contents())
                    .withLateOutput(panesTag, lateTag)
                    .windowedBy(
                        Window.<KV<String, Long>>into(
                                SlidingWindows.of(millis(20)).every(millis(10)))
                            .withAllowedLateness(millis(3))
                            .accumulatingFiredPanes()));
    Panes<KV<String, String>> panes = new Panes<>();
    Panes<KV<String, LateElement<Long>>> late = new Panes<>();
    outputs.get(panesTag).apply("Panes", ParDo.of(panes));
    outputs.get(lateTag).apply("Late", ParDo.of(late));
    pipeline.run().waitUntilFinish();

    // Elements 2, 3 and 4 count in [10, 30) only, and element 2 also in the late pane of [0, 20).
    assertThat(panes.lines())
        .containsExactly(
            "[-10, 10) KV{k, 1} @9 ON_TIME 0/0 first last",
            "[0, 20) KV{k, 1} @19 ON_TIME 0/0 first",
            "[0, 20) KV{k, 1+2} @19 LATE 1/1",
            "[10, 30) KV{k, 2+3+4} @29 ON_TIME 0/0 first last");
    assertThat(late.collected())
        .extracting(Panes.Pane::value, Panes.Pane::window, Panes.Pane::timestamp)
        .containsExactly(
            tuple(
                "KV{k, " + lateElement(5, 9, 25, 22) + "}",
                GlobalWindow.INSTANCE,
                Instant.ofEpochMilli(9)),
            tuple(
                "KV{k, " + lateElement(6, 31, 70, 52) + "}",
                GlobalWindow.INSTANCE,
                Instant.ofEpochMilli(31)));
  }

  private static LateElement<Long> lateElement(
      long value, long timestamp, long watermark, long expiry) {
    return new LateElement<>(
        value,
        Instant.ofEpochMilli(timestamp),
        Instant.ofEpochMilli(watermark),
        Instant.ofEpochMilli(expiry));
  }

  @Test
  void lateElement_saysWhy() {
    assertThat(lateElement(5, 9, 25, 22).reason())
        .isEqualTo(
            "The element of 1970-01-01T00:00:00.009Z came 3 ms too late: the latest of its windows"
                + " expired when the watermark passed 1970-01-01T00:00:00.022Z, and the watermark"
                + " was at 1970-01-01T00:00:00.025Z.");
  }

  @Test
  void globally_isBeamsGloballyWithoutDefaults() {
    TestStream<Long> stream =
        TestStream.create(VarLongCoder.of())
            .addElements(TimestampedValue.of(1L, Instant.ofEpochMilli(1)))
            .addElements(TimestampedValue.of(2L, Instant.ofEpochMilli(12)))
            .advanceWatermarkTo(Instant.ofEpochMilli(15))
            .addElements(TimestampedValue.of(3L, Instant.ofEpochMilli(4)))
            .addElements(TimestampedValue.of(4L, Instant.ofEpochMilli(14)))
            .advanceWatermarkToInfinity();
    Window<Long> window =
        Window.<Long>into(SlidingWindows.of(millis(20)).every(millis(10)))
            .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(2)))
            .withAllowedLateness(millis(5))
            .accumulatingFiredPanes();
    PCollection<Long> input = pipeline.apply(stream);
    Panes<String> beam = new Panes<>();
    Panes<String> ours = new Panes<>();
    input
        .apply(window)
        .apply(Combine.globally(new Contents()).withoutDefaults())
        .apply("Beam's panes", ParDo.of(beam));
    input
        .apply(SlicedWindowAggregate.<Long, String>globally(new Contents()).windowedBy(window))
        .apply("Our panes", ParDo.of(ours));
    pipeline.run().waitUntilFinish();
    assertThat(ours.lines()).isNotEmpty().isEqualTo(beam.lines());
  }

  @Test
  void globally_withLateOutput() {
    TupleTag<Long> panesTag = new TupleTag<>() {};
    TupleTag<LateElement<Long>> lateTag = new TupleTag<>() {};
    PCollectionTuple outputs =
        pipeline
            .apply(
                TestStream.create(VarLongCoder.of())
                    .addElements(TimestampedValue.of(1L, Instant.ofEpochMilli(1)))
                    .advanceWatermarkTo(Instant.ofEpochMilli(15))
                    .addElements(TimestampedValue.of(2L, Instant.ofEpochMilli(4)))
                    .advanceWatermarkToInfinity())
            .apply(
                SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs())
                    .withLateOutput(panesTag, lateTag)
                    .windowedBy(Window.into(FixedWindows.of(millis(10)))));
    Panes<Long> panes = new Panes<>();
    Panes<LateElement<Long>> late = new Panes<>();
    outputs.get(panesTag).apply("Panes", ParDo.of(panes));
    outputs.get(lateTag).apply("Late", ParDo.of(late));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines()).containsExactly("[0, 10) 1 @9 ON_TIME 0/0 first last");
    assertThat(late.collected())
        .extracting(Panes.Pane::value)
        .containsExactly(lateElement(2, 4, 15, 9).toString());
  }

  /** As with Beam's combine: {@code setCoder} comes after {@code apply}. */
  @Test
  void resultWithoutAKnownCoder_takesTheOneThatIsSet() {
    Panes<KV<String, Object>> panes = new Panes<>();
    @SuppressWarnings({"unchecked", "rawtypes"})
    KvCoder<String, Object> coder =
        KvCoder.of(StringUtf8Coder.of(), (NullableCoder) NullableCoder.of(VarLongCoder.of()));
    pipeline
        .apply(Scripts.stream("1@1"))
        .apply(
            SlicedWindowAggregate.<String, Long, Object>perKey(new AnythingOut()).windowedBy(TEN))
        .setCoder(coder)
        .apply(ParDo.of(panes));
    pipeline.run().waitUntilFinish();
    assertThat(panes.lines()).containsExactly("[0, 10) KV{k, null} @9 ON_TIME 0/0 first last");
  }

  @Test
  void settings_doNotDependOnTheirOrder_norChangeTheirTransform() {
    TupleTag<KV<String, Long>> panesTag = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> lateTag = new TupleTag<>() {};
    SlicedWindowAggregate<String, Long, Long> plain = SlicedWindowAggregate.perKey(Sum.ofLongs());
    assertThat(displayOf(DisplayData.from(plain.windowedBy(TEN).withLateOutput(panesTag, lateTag))))
        .isEqualTo(
            displayOf(DisplayData.from(plain.withLateOutput(panesTag, lateTag).windowedBy(TEN))));
    assertThat(displayOf(DisplayData.from(plain))).doesNotContainKey("windowFn");
  }

  @Test
  void displayData_showsEverySetting() {
    Window<KV<String, Long>> window =
        Window.<KV<String, Long>>into(
                SlidingWindows.of(millis(25)).every(millis(10)).withOffset(millis(4)))
            .triggering(Repeatedly.forever(AfterPane.elementCountAtLeast(2)))
            .withAllowedLateness(millis(7))
            .accumulatingFiredPanes();
    Map<String, Object> display =
        displayOf(
            DisplayData.from(
                SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                    .windowedBy(window)));
    assertThat(display)
        .containsEntry("accumulationMode", "ACCUMULATING_FIRED_PANES")
        .containsEntry("allowedLateness", 7L)
        .containsEntry("lateOutput", false)
        .containsEntry("trigger", "Repeatedly.forever(AfterPane.elementCountAtLeast(2))")
        .containsEntry("windowFn", SlidingWindows.class.getName())
        .containsEntry("windowFn/size", 25L)
        .containsEntry("windowFn/period", 10L)
        .containsEntry("windowFn/offset", 4L)
        .containsEntry("combineFn", Sum.ofLongs().getClass().getName());
    assertThat(
            displayOf(
                DisplayData.from(
                    SlicedWindowAggregate.<Long, Long>globally(Sum.ofLongs())
                        .windowedBy(Window.into(FixedWindows.of(millis(10))))
                        .withLateOutput(new TupleTag<>() {}, new TupleTag<>() {}))))
        .containsEntry("lateOutput", true)
        .containsEntry("windowFn/size", 10L);
  }

  private static Map<String, Object> displayOf(DisplayData data) {
    Map<String, Object> shown = new TreeMap<>();
    for (DisplayData.Item item : data.items()) {
      List<String> path = item.getPath().getComponents();
      String name = path.isEmpty() ? item.getKey() : String.join("/", path) + "/" + item.getKey();
      shown.put(name, item.getValue());
    }
    return shown;
  }
}
