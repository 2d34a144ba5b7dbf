package io.slicewise.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.aggregate.Aggregations;
import io.slicewise.aggregate.Moments;
import io.slicewise.aggregate.Statistics;
import io.slicewise.beam.Change;
import io.slicewise.beam.CountWindowAggregate;
import io.slicewise.beam.CumulativeWindows;
import io.slicewise.beam.LateElement;
import io.slicewise.beam.OverAggregate;
import io.slicewise.beam.OverResult;
import io.slicewise.beam.SessionWindows;
import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.beam.TrailingWindows;
import io.slicewise.beam.ZonedCalendarWindows;
import java.time.ZoneId;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFns;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.SimpleFunction;
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
import org.apache.beam.sdk.values.Row;
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
  void sessions() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Long>> clicksOfAVisit =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(
                            SessionWindows.withGapDuration(Duration.standardMinutes(30))
                                .inclusive())
                        .withAllowedLateness(Duration.standardHours(2))
                        .accumulatingFiredPanes()));
    PAssert.that(clicksOfAVisit).inOnTimePane(minutes(0, 30)).containsInAnyOrder(KV.of("home", 1L));
    PAssert.that(clicksOfAVisit).inLatePane(minutes(0, 31)).containsInAnyOrder(KV.of("home", 2L));
    PAssert.that(clicksOfAVisit)
        .inFinalPane(minutes(95, 125))
        .containsInAnyOrder(KV.of("cart", 1L));
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
  void windowsAroundEachElement() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Long>> clicksWithinTwoHours =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(TrailingWindows.of(Duration.standardHours(2)))
                        .withAllowedLateness(Duration.standardMinutes(10))
                        .accumulatingFiredPanes()));
    PAssert.that(clicksWithinTwoHours)
        .containsInAnyOrder(
            KV.of("home", 1L),
            KV.of("home", 2L),
            KV.of("home", 3L),
            KV.of("home", 2L),
            KV.of("home", 1L),
            KV.of("cart", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void eachElementWithThoseBeforeIt() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, OverResult<Long, Long>>> clicksSoFar =
        clicks.apply(
            OverAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .range(Duration.standardHours(2))
                .withAllowedLateness(Duration.standardHours(2)));
    PAssert.that(clicksSoFar)
        .containsInAnyOrder(
            KV.of("home", new OverResult<>(1L, 1L)),
            KV.of("home", new OverResult<>(1L, 2L)),
            KV.of("home", new OverResult<>(1L, 3L)),
            KV.of("cart", new OverResult<>(1L, 1L)));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void windowsOfANumberOfElements() {
    PCollection<KV<String, Long>> clicks = clicks();
    PCollection<KV<String, Long>> clicksOfTheLastTwo =
        clicks.apply(
            CountWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .ofLast(2)
                .every(1)
                .withAllowedLateness(Duration.standardHours(2)));
    PAssert.that(clicksOfTheLastTwo)
        .containsInAnyOrder(
            KV.of("home", 1L), KV.of("home", 2L), KV.of("home", 2L), KV.of("cart", 1L));
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
    PCollection<Row> rows = changes.apply(Change.rows(FieldType.STRING, FieldType.INT64));
    PAssert.that(
            rows.apply(
                "Kind and value",
                MapElements.into(TypeDescriptors.strings())
                    .via(row -> row.getString("kind") + " " + row.getInt64("value"))))
        .inWindow(minutes(0, 60))
        .containsInAnyOrder("PANE 1", "RETRACTION 1", "PANE 2");
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

  @Test
  void severalAggregationsInOnePass() {
    PCollection<KV<String, Long>> responses =
        pipeline.apply(
            TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
                .addElements(responseTime(200, 0), responseTime(300, 1), responseTime(700, 90))
                .advanceWatermarkToInfinity());
    TupleTag<Moments> all = new TupleTag<>("all");
    TupleTag<Long> slow = new TupleTag<>("slow");
    SimpleFunction<Long, Long> each = Aggregations.identity();
    Coder<Long> coder = VarLongCoder.of();
    CombineFn<Long, ?, String> responseTimes =
        Aggregations.mappedResult(
            result -> {
              Moments moments = result.get(all);
              double slowShare = (double) result.get(slow) / moments.count();
              return "mean %.1f ms, deviation %.1f ms, slow %.0f %%"
                  .formatted(moments.mean(), moments.sampleStandardDeviation(), 100 * slowShare);
            },
            StringUtf8Coder.of(),
            CombineFns.compose()
                .with(each, coder, Statistics.moments(), all)
                .with(
                    each,
                    coder,
                    Aggregations.filtered(millis -> millis > 500, Count.combineFn()),
                    slow));
    PCollection<KV<String, String>> ofAnHour =
        responses.apply(
            SlicedWindowAggregate.<String, Long, String>perKey(responseTimes)
                .windowedBy(
                    Window.into(
                        SlidingWindows.of(Duration.standardHours(1))
                            .every(Duration.standardMinutes(1)))));
    PAssert.that(ofAnHour)
        .inOnlyPane(minutes(0, 60))
        .containsInAnyOrder(KV.of("home", "mean 250.0 ms, deviation 70.7 ms, slow 0 %"));
    PAssert.that(ofAnHour)
        .inOnlyPane(minutes(32, 92))
        .containsInAnyOrder(KV.of("home", "mean 700.0 ms, deviation NaN ms, slow 100 %"));
    pipeline.run().waitUntilFinish();
  }

  private static TimestampedValue<KV<String, Long>> responseTime(long millis, long minute) {
    return TimestampedValue.of(KV.of("home", millis), Instant.ofEpochMilli(minute * MINUTE));
  }
}
