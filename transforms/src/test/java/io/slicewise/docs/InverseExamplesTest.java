package io.slicewise.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.inverse.InverseLaw;
import io.slicewise.inverse.Inverses;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Duration;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** The snippets about inverses, run. */
class InverseExamplesTest {
  private static final long MINUTE = 60_000;
  private final Pipeline pipeline = Pipeline.create();

  /** The accumulator is the sum and the count. */
  private static final class MeanOfLongs extends CombineFn<Long, KV<Long, Long>, Double> {
    private static final long serialVersionUID = 1L;

    @Override
    public KV<Long, Long> createAccumulator() {
      return KV.of(0L, 0L);
    }

    @Override
    public KV<Long, Long> addInput(KV<Long, Long> accumulator, Long value) {
      return KV.of(accumulator.getKey() + value, accumulator.getValue() + 1);
    }

    @Override
    public KV<Long, Long> mergeAccumulators(Iterable<KV<Long, Long>> accumulators) {
      long sum = 0;
      long count = 0;
      for (KV<Long, Long> accumulator : accumulators) {
        sum += accumulator.getKey();
        count += accumulator.getValue();
      }
      return KV.of(sum, count);
    }

    @Override
    public Double extractOutput(KV<Long, Long> accumulator) {
      return (double) accumulator.getKey() / accumulator.getValue();
    }
  }

  private static TimestampedValue<KV<String, Long>> price(long cents, long minute) {
    return TimestampedValue.of(KV.of("tea", cents), Instant.ofEpochMilli(minute * MINUTE));
  }

  private static IntervalWindow dayThatEndsAt(long minute) {
    Instant end = Instant.ofEpochMilli(minute * MINUTE);
    return new IntervalWindow(end.minus(Duration.standardDays(1)), end);
  }

  @Test
  void functionWithAnInverse() {
    PCollection<KV<String, Long>> prices =
        pipeline.apply(
            TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
                .addElements(price(200, 0), price(300, 1), price(100, 1_000))
                .advanceWatermarkToInfinity());
    CombineFn<Long, KV<Long, Long>, Double> meanPrice =
        Inverses.withInverse(
            new MeanOfLongs(),
            (whole, part) ->
                KV.of(whole.getKey() - part.getKey(), whole.getValue() - part.getValue()));
    PCollection<KV<String, Double>> meanOfADay =
        prices.apply(
            SlicedWindowAggregate.<String, Long, Double>perKey(meanPrice)
                .windowedBy(
                    Window.into(
                        SlidingWindows.of(Duration.standardDays(1))
                            .every(Duration.standardMinutes(1)))));
    PAssert.that(meanOfADay)
        .inOnlyPane(dayThatEndsAt(1_440))
        .containsInAnyOrder(KV.of("tea", 200.0));
    PAssert.that(meanOfADay)
        .inOnlyPane(dayThatEndsAt(1_441))
        .containsInAnyOrder(KV.of("tea", 200.0));
    PAssert.that(meanOfADay)
        .inOnlyPane(dayThatEndsAt(1_442))
        .containsInAnyOrder(KV.of("tea", 100.0));
    pipeline.run().waitUntilFinish();

    InverseLaw.check(
        meanPrice, VarLongCoder.of(), List.of(List.of(1L, 99L), List.of(-5L), List.of(1L << 62)));
    assertThat(Inverses.of(meanPrice)).isPresent();
  }
}
