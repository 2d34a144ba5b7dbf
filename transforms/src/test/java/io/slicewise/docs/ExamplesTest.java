package io.slicewise.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.beam.Change;
import io.slicewise.beam.CumulativeWindows;
import io.slicewise.beam.LateElement;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.ZonedCalendarWindows;
import java.time.ZoneId;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TimestampedValue;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** The snippets of README and docs, run. {@link SnippetsTest} holds the texts against these. */
@SuppressWarnings("unchecked") // the varargs of PAssert
class ExamplesTest {
  private static final long MINUTE = 60_000;
  private final Pipeline pipeline = Pipeline.create();

  private PCollection<KV<String, Long>> clicks() {
    return pipeline.apply(
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
            .addElements(click("home", 0))
            .addElements(click("home", 90 * MINUTE))
            .advanceWatermarkTo(Instant.ofEpochMilli(100 * MINUTE))
            .addElements(click("home", MINUTE))
            .addElements(click("cart", 95 * MINUTE))
            .advanceWatermarkToInfinity());
  }

  private static TimestampedValue<KV<String, Long>> click(String page, long millis) {
    return TimestampedValue.of(KV.of(page, 1L), Instant.ofEpochMilli(millis));
  }

  private static IntervalWindow minutes(long start, long end) {
    return new IntervalWindow(
        Instant.ofEpochMilli(start * MINUTE), Instant.ofEpochMilli(end * MINUTE));
  }

  @Test
  void readmeExample() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Long>> clicksOfADay =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(
                            SlidingWindows.of(Duration.standardHours(24))
                                .every(Duration.standardMinutes(1)))
                        .triggering(
                            AfterWatermark.pastEndOfWindow()
                                .withLateFirings(AfterPane.elementCountAtLeast(1)))
                        .withAllowedLateness(Duration.standardHours(1))
                        .accumulatingFiredPanes()));
    PAssert.that(clicksOfADay)
        .inLatePane(minutes(-1_399, 41))
        .containsInAnyOrder(KV.of("home", 2L));
    PAssert.that(clicksOfADay)
        .inFinalPane(minutes(0, 1_440))
        .containsInAnyOrder(KV.of("home", 3L), KV.of("cart", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void migration() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Long>> before =
        clicks
            .apply(
                Window.<KV<String, Long>>into(
                        SlidingWindows.of(Duration.standardHours(24))
                            .every(Duration.standardMinutes(1)))
                    .withAllowedLateness(Duration.standardHours(1))
                    .accumulatingFiredPanes())
            .apply(Combine.perKey(Sum.ofLongs()));
    PCollection<KV<String, Long>> after =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(
                            SlidingWindows.of(Duration.standardHours(24))
                                .every(Duration.standardMinutes(1)))
                        .withAllowedLateness(Duration.standardHours(1))
                        .accumulatingFiredPanes()));
    for (PCollection<KV<String, Long>> either : List.of(before, after)) {
      PAssert.that(either)
          .inFinalPane(minutes(0, 1_440))
          .containsInAnyOrder(KV.of("home", 3L), KV.of("cart", 1L));
    }
    assertThat(after.getWindowingStrategy()).isEqualTo(before.getWindowingStrategy());
    pipeline.run().waitUntilFinish();
  }

  @Test
  void lateOutput() {
    PCollection<KV<String, Long>> clicks = clicks();
    TupleTag<KV<String, Long>> panes = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> late = new TupleTag<>() {};
    PCollectionTuple outputs =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(Window.into(FixedWindows.of(Duration.standardMinutes(1))))
                .withLateOutput(panes, late));
    PAssert.that(outputs.get(panes)).containsInAnyOrder(KV.of("home", 1L), KV.of("home", 1L));
    PAssert.that(
            outputs
                .get(late)
                .apply(
                    MapElements.into(TypeDescriptors.strings())
                        .via(element -> element.getKey() + ": " + element.getValue().reason())))
        .containsInAnyOrder(
            "home: The element of 1970-01-01T00:01:00.000Z came 5880001 ms too late: the latest of"
                + " its windows expired when the watermark passed 1970-01-01T00:01:59.999Z, and the"
                + " watermark was at 1970-01-01T01:40:00.000Z.",
            "cart: The element of 1970-01-01T01:35:00.000Z came 240001 ms too late: the latest of"
                + " its windows expired when the watermark passed 1970-01-01T01:35:59.999Z, and the"
                + " watermark was at 1970-01-01T01:40:00.000Z.");
    pipeline.run().waitUntilFinish();
  }

  @Test
  void windowsThatGrow() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Long>> clicksOfTheDaySoFar =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.into(
                        CumulativeWindows.of(Duration.standardDays(1))
                            .every(Duration.standardHours(1)))));
    PAssert.that(clicksOfTheDaySoFar)
        .inOnlyPane(minutes(0, 60))
        .containsInAnyOrder(KV.of("home", 1L));
    PAssert.that(clicksOfTheDaySoFar)
        .inOnlyPane(minutes(0, 1_440))
        .containsInAnyOrder(KV.of("home", 3L), KV.of("cart", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void windowsOfACalendar() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Long>> clicksOfSevenDays =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.into(
                        ZonedCalendarWindows.days(7, ZoneId.of("Europe/Berlin")).every(1))));
    PAssert.that(clicksOfSevenDays)
        .inOnlyPane(minutes(-60, 7 * 1_440 - 60))
        .containsInAnyOrder(KV.of("home", 3L), KV.of("cart", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void batchesByArrival() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Long>> clicksAsTheyCome =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(Window.into(FixedWindows.of(Duration.standardHours(1))))
                .byStreamTime());
    PAssert.that(clicksAsTheyCome).inOnlyPane(minutes(0, 60)).containsInAnyOrder(KV.of("home", 1L));
    PAssert.that(clicksAsTheyCome)
        .inOnlyPane(minutes(60, 120))
        .containsInAnyOrder(KV.of("home", 2L), KV.of("cart", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void severalWindowsAtOnce() {
    PCollection<KV<String, Long>> clicks = clicks();
    TupleTag<KV<String, Long>> perMinute = new TupleTag<>() {};
    TupleTag<KV<String, Long>> perHour = new TupleTag<>() {};
    TupleTag<KV<String, LateElement<Long>>> tooLateForBoth = new TupleTag<>() {};
    PCollectionTuple clicksPerMinuteAndHour =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(perMinute, Window.into(FixedWindows.of(Duration.standardMinutes(1))))
                .windowedBy(perHour, Window.into(FixedWindows.of(Duration.standardHours(1))))
                .withLateOutput(tooLateForBoth));
    PCollection<KV<String, Long>> minutes = clicksPerMinuteAndHour.get(perMinute);
    PCollection<KV<String, Long>> hours = clicksPerMinuteAndHour.get(perHour);
    PAssert.that(minutes).containsInAnyOrder(KV.of("home", 1L), KV.of("home", 1L));
    PAssert.that(minutes).inOnlyPane(minutes(90, 91)).containsInAnyOrder(KV.of("home", 1L));
    PAssert.that(hours).inOnlyPane(minutes(0, 60)).containsInAnyOrder(KV.of("home", 1L));
    PAssert.that(hours)
        .inOnlyPane(minutes(60, 120))
        .containsInAnyOrder(KV.of("home", 1L), KV.of("cart", 1L));
    PAssert.that(
            clicksPerMinuteAndHour
                .get(tooLateForBoth)
                .apply(
                    MapElements.into(TypeDescriptors.strings())
                        .via(
                            element -> element.getKey() + " at " + element.getValue().timestamp())))
        .containsInAnyOrder("home at 1970-01-01T00:01:00.000Z");
    pipeline.run().waitUntilFinish();
  }

  @Test
  void retractions() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Change<Long>>> changes =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(FixedWindows.of(Duration.standardHours(1)))
                        .withAllowedLateness(Duration.standardHours(2)))
                .retractingFiredPanes());
    PCollection<KV<String, Long>> signed = changes.apply(Change.signedLongs());
    PCollection<KV<String, Long>> latest = changes.apply(Change.upserts());
    PAssert.that(changes)
        .inWindow(minutes(0, 60))
        .containsInAnyOrder(
            KV.of("home", new Change<>(1L, Change.Kind.PANE)),
            KV.of("home", new Change<>(1L, Change.Kind.RETRACTION)),
            KV.of("home", new Change<>(2L, Change.Kind.PANE)));
    PAssert.that(signed)
        .inWindow(minutes(0, 60))
        .containsInAnyOrder(KV.of("home", 1L), KV.of("home", -1L), KV.of("home", 2L));
    PAssert.that(latest)
        .inWindow(minutes(0, 60))
        .containsInAnyOrder(KV.of("home", 1L), KV.of("home", 2L));
    pipeline.run().waitUntilFinish();
  }
}
