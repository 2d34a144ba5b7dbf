package io.slicewise.beam;

import static org.joda.time.Duration.millis;

import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.NullableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Sessions;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Trigger;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

/** Differential: where a coder has nulls, values, accumulators and results may be null. */
class NullsTest {
  private static final List<WindowFn<Object, ?>> WINDOWS =
      List.of(
          FixedWindows.of(millis(10)),
          SlidingWindows.of(millis(25)).every(millis(10)),
          SlidingWindows.of(millis(40)).every(millis(1)),
          Sessions.withGapDuration(millis(7)));

  private static final List<Trigger> TRIGGERS =
      List.of(
          DefaultTrigger.of(),
          AfterWatermark.pastEndOfWindow()
              .withEarlyFirings(AfterPane.elementCountAtLeast(2))
              .withLateFirings(AfterPane.elementCountAtLeast(1)));

  /** The largest value that is not null, or null. */
  private static final class LargestOrNull extends CombineFn<Long, Long, Long> {
    private static final long serialVersionUID = 1L;

    private static Long larger(Long one, Long other) {
      return one == null || (other != null && other > one) ? other : one;
    }

    @Override
    public Long createAccumulator() {
      return null;
    }

    @Override
    public Long addInput(Long largest, Long input) {
      return larger(largest, input);
    }

    @Override
    public Long mergeAccumulators(Iterable<Long> parts) {
      Long largest = null;
      for (Long part : parts) {
        largest = larger(largest, part);
      }
      return largest;
    }

    @Override
    public Long extractOutput(Long largest) {
      return largest;
    }

    @Override
    public Coder<Long> getAccumulatorCoder(CoderRegistry registry, Coder<Long> nullable) {
      return nullable;
    }

    @Override
    public Coder<Long> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> nullable) {
      return nullable;
    }
  }

  /** Every second window holds nulls only. */
  private static TestStream<KV<String, Long>> stream() {
    TestStream.Builder<KV<String, Long>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), NullableCoder.of(VarLongCoder.of())))
            .advanceWatermarkTo(Instant.ofEpochMilli(0));
    for (int i = 0; i < 40; i++) {
      Long value = i / 5 % 2 == 0 ? null : Long.valueOf(i * 7 % 11);
      long disorder = i * 5 % 9;
      stream =
          stream.addElements(
              TimestampedValue.of(
                  KV.of(Scripts.KEY, value), Instant.ofEpochMilli(30 + 4L * i - disorder * 4)));
      if (i % 4 == 3) {
        stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(4L * i));
      }
    }
    return stream.advanceWatermarkToInfinity();
  }

  @Test
  void sameAsBeam_inWindowsOfAllKinds() {
    BothWays<Long> bothWays = new BothWays<>(stream());
    for (WindowFn<Object, ?> windows : WINDOWS) {
      for (Trigger trigger : TRIGGERS) {
        Window<KV<String, Long>> window =
            Window.<KV<String, Long>>into(windows)
                .triggering(trigger)
                .withAllowedLateness(millis(15));
        bothWays.compare(
            windows + " accumulating", window.accumulatingFiredPanes(), new LargestOrNull());
        bothWays.compare(
            windows + " discarding", window.discardingFiredPanes(), new LargestOrNull());
      }
    }
    bothWays.assertSame();
  }
}
