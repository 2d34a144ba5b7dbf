package io.slicewise.beam;

import java.util.Random;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Streams for tests, written as "7@12 W20 P5": the value 7 with timestamp 12, then the watermark at
 * 20, then processing time moves on by 5. All in milliseconds; processing time starts at 1000. The
 * input is complete after the last step.
 *
 * <p>Elements come one at a time, because Beam's own grouping evaluates triggers per bundle.
 */
final class Scripts {
  /** The key of all elements. */
  static final String KEY = "k";

  private Scripts() {}

  static TestStream<KV<String, Long>> stream(String script) {
    TestStream.Builder<KV<String, Long>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()))
            .advanceProcessingTime(
                new Duration(BoundedWindow.TIMESTAMP_MIN_VALUE, Instant.ofEpochMilli(1000)));
    for (String step : script.trim().split("\\s+", -1)) {
      stream = add(stream, step);
    }
    return stream.advanceWatermarkToInfinity();
  }

  private static TestStream.Builder<KV<String, Long>> add(
      TestStream.Builder<KV<String, Long>> stream, String step) {
    if (step.startsWith("W")) {
      return stream.advanceWatermarkTo(Instant.ofEpochMilli(Long.parseLong(step.substring(1))));
    }
    if (step.startsWith("P")) {
      return stream.advanceProcessingTime(Duration.millis(Long.parseLong(step.substring(1))));
    }
    int at = step.indexOf('@');
    return stream.addElements(
        TimestampedValue.of(
            KV.of(KEY, Long.parseLong(step.substring(0, at))),
            Instant.ofEpochMilli(Long.parseLong(step.substring(at + 1)))));
  }

  /** A script of {@code steps} steps with disorder and late elements, the same for each seed. */
  static String random(long seed, int steps) {
    Random random = new Random(seed);
    StringBuilder script = new StringBuilder();
    long watermark = 0;
    for (int value = 1; value <= steps; value++) {
      switch (random.nextInt(5)) {
        case 0 -> {
          watermark += random.nextInt(1, 15);
          script.append("W").append(watermark);
        }
        case 1 -> script.append("P").append(random.nextInt(1, 8));
        default ->
            script
                .append(value)
                .append('@')
                .append(Math.max(0, watermark + random.nextInt(-25, 25)));
      }
      script.append(' ');
    }
    return script.toString();
  }
}
