package io.slicewise.docs;

import io.slicewise.beam.CumulativeWindows;
import io.slicewise.beam.EmissionOptions;
import io.slicewise.beam.SlicedWindowAggregate;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.Never;
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

/** The snippets about fewer panes, or more, run: the rest are in {@link ExamplesTest}. */
@SuppressWarnings("unchecked") // the varargs of PAssert
class EmissionExamplesTest {
  private static final long MINUTE = 60_000;
  private final Pipeline pipeline = Pipeline.create();

  /** The last one has a clock that is a day ahead. */
  private final PCollection<KV<String, Long>> clicks =
      pipeline.apply(
          TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
              .addElements(click("home", 0))
              .addElements(click("home", 90))
              .advanceWatermarkTo(Instant.ofEpochMilli(100 * MINUTE))
              .addElements(click("home", 1))
              .addElements(click("cart", 95))
              .addElements(click("wrong", 1_540))
              .advanceWatermarkToInfinity());

  private static TimestampedValue<KV<String, Long>> click(String page, long minute) {
    return TimestampedValue.of(KV.of(page, 1L), Instant.ofEpochMilli(minute * MINUTE));
  }

  private static IntervalWindow minutes(long start, long end) {
    return new IntervalWindow(
        Instant.ofEpochMilli(start * MINUTE), Instant.ofEpochMilli(end * MINUTE));
  }

  @Test
  void finalResultsOnly() {
    PCollection<KV<String, Long>> finalClicks =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(FixedWindows.of(Duration.standardHours(1)))
                        .triggering(Never.ever())
                        .withAllowedLateness(Duration.standardHours(2))
                        .discardingFiredPanes()));
    PAssert.that(finalClicks).inOnlyPane(minutes(0, 60)).containsInAnyOrder(KV.of("home", 2L));
    PAssert.that(finalClicks)
        .containsInAnyOrder(
            KV.of("home", 2L), KV.of("home", 1L), KV.of("cart", 1L), KV.of("wrong", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void onlyWhatIsNew() {
    PCollection<KV<String, Long>> newsOfTheDay =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .emitting(EmissionOptions.asInBeam().onlyChanged())
                .windowedBy(
                    Window.into(
                        CumulativeWindows.of(Duration.standardDays(1))
                            .every(Duration.standardHours(1)))));
    PAssert.that(newsOfTheDay)
        .containsInAnyOrder(
            KV.of("home", 1L), KV.of("home", 3L), KV.of("cart", 1L), KV.of("wrong", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void rowsForEmptyWindows() {
    PCollection<KV<String, Long>> clicksWithoutGaps =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .emitting(EmissionOptions.asInBeam().fillingEmptyWindows(Duration.standardHours(1)))
                .windowedBy(Window.into(FixedWindows.of(Duration.standardMinutes(30)))));
    PAssert.that(clicksWithoutGaps)
        .containsInAnyOrder(
            KV.of("home", 1L),
            KV.of("home", 0L),
            KV.of("home", 0L),
            KV.of("home", 1L),
            KV.of("cart", 1L),
            KV.of("wrong", 1L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void previewOfTheNextWindow() {
    PCollection<KV<String, Long>> previewOfTheNext =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .emitting(EmissionOptions.asInBeam().earlyForNextWindowOnly())
                .windowedBy(
                    Window.<KV<String, Long>>into(
                            SlidingWindows.of(Duration.standardHours(24))
                                .every(Duration.standardMinutes(1)))
                        .triggering(
                            AfterWatermark.pastEndOfWindow()
                                .withEarlyFirings(AfterPane.elementCountAtLeast(1)))
                        .withAllowedLateness(Duration.ZERO)
                        .accumulatingFiredPanes()));
    PAssert.that(previewOfTheNext)
        .inEarlyPane(minutes(-1_339, 101))
        .containsInAnyOrder(KV.of("home", 3L), KV.of("cart", 1L));
    PAssert.that(previewOfTheNext).inEarlyPane(minutes(-1_338, 102)).empty();
    pipeline.run().waitUntilFinish();
  }

  @Test
  void wrongClocks() {
    TupleTag<KV<String, Long>> hours = new TupleTag<>() {};
    TupleTag<KV<String, Long>> tooFarAhead = new TupleTag<>() {};
    PCollectionTuple bounded =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(hours, Window.into(FixedWindows.of(Duration.standardHours(1))))
                .withFutureOutput(Duration.standardHours(2), tooFarAhead));
    PAssert.that(bounded.get(hours))
        .containsInAnyOrder(KV.of("home", 1L), KV.of("home", 1L), KV.of("cart", 1L));
    PAssert.that(bounded.get(tooFarAhead)).containsInAnyOrder(KV.of("wrong", 1L));
    pipeline.run().waitUntilFinish();
  }
}
