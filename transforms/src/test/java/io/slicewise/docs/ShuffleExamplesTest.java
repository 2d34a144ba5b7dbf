package io.slicewise.docs;

import io.slicewise.beam.SlicedWindowAggregate;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** The snippets about hot keys, run: the rest are in {@link ExamplesTest}. */
@SuppressWarnings("unchecked") // the varargs of PAssert
class ShuffleExamplesTest {
  private static final long MINUTE = 60_000;
  private final Pipeline pipeline = Pipeline.create();

  private final PCollection<KV<String, Long>> clicks =
      pipeline.apply(
          TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
              .addElements(click("home", 0), click("home", 1), click("cart", 1), click("home", 2))
              .advanceWatermarkTo(Instant.ofEpochMilli(60 * MINUTE))
              .addElements(click("home", 61))
              .advanceWatermarkTo(Instant.ofEpochMilli(1_441 * MINUTE))
              .addElements(click("home", 3))
              .advanceWatermarkToInfinity());

  private static TimestampedValue<KV<String, Long>> click(String page, long minute) {
    return TimestampedValue.of(KV.of(page, 1L), Instant.ofEpochMilli(minute * MINUTE));
  }

  private static IntervalWindow minutes(long start, long end) {
    return new IntervalWindow(
        Instant.ofEpochMilli(start * MINUTE), Instant.ofEpochMilli(end * MINUTE));
  }

  @Test
  void hotKeys() {
    PCollection<KV<String, Long>> clicksOfHotPages =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<String, Long>>into(
                            SlidingWindows.of(Duration.standardHours(24))
                                .every(Duration.standardMinutes(1)))
                        .withAllowedLateness(Duration.standardHours(1))
                        .accumulatingFiredPanes())
                .withHotKeyFanout(8));
    PAssert.that(clicksOfHotPages)
        .inOnTimePane(minutes(0, 1_440))
        .containsInAnyOrder(KV.of("home", 4L), KV.of("cart", 1L));
    PAssert.that(clicksOfHotPages)
        .inLatePane(minutes(0, 1_440))
        .containsInAnyOrder(KV.of("home", 5L));
    pipeline.run().waitUntilFinish();
  }

  @Test
  void smallBuffers() {
    PCollection<KV<String, Long>> clicksInSmallBuffers =
        clicks.apply(
            SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(Window.into(FixedWindows.of(Duration.standardHours(1))))
                .withPreAggregation(100));
    PAssert.that(clicksInSmallBuffers)
        .inOnlyPane(minutes(0, 60))
        .containsInAnyOrder(KV.of("home", 3L), KV.of("cart", 1L));
    pipeline.run().waitUntilFinish();
  }
}
