package io.slicewise.beam;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.testing.TestStream;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;

/**
 * Random streams in which elements come in bundles, of several keys, out of order and late. Unlike
 * {@link Scripts}, which are for comparisons with Beam, whose grouping looks at bundles.
 */
final class BundledScripts {
  private static final int STEPS = 25;

  private BundledScripts() {}

  /** As many as the build asks for, 66 if nothing is set. */
  static LongStream seeds() {
    return LongStream.range(0, Math.max(1, Long.getLong("slicewise.scripts", 20_000) / 300));
  }

  /**
   * A stream, the same for each seed.
   *
   * @param largestStep how far the watermark moves at once, at most, until it is beyond all windows
   * @param oneByOne whether the watermark is known from the start, and elements behind it come in a
   *     bundle each, so that their order is known wherever they go
   */
  static TestStream<KV<String, Long>> stream(long seed, int largestStep, boolean oneByOne) {
    Random random = new Random(seed);
    TestStream.Builder<KV<String, Long>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()));
    long watermark = 0;
    if (oneByOne) {
      stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(watermark));
    }
    long value = 0;
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(3) == 0) {
        watermark += random.nextInt(1, largestStep + 1);
        stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(watermark));
      } else {
        boolean late = random.nextBoolean();
        int size = late && oneByOne ? 1 : random.nextInt(1, 13);
        List<TimestampedValue<KV<String, Long>>> bundle = new ArrayList<>();
        for (int i = 0; i < size; i++) {
          long timestamp = watermark + random.nextInt(late ? -30 : 0, 30);
          bundle.add(
              TimestampedValue.of(
                  KV.of("k" + random.nextInt(3), ++value), Instant.ofEpochMilli(timestamp)));
        }
        stream = add(stream, bundle);
      }
    }
    for (long end = watermark + 100; watermark < end; ) {
      watermark += largestStep;
      stream = stream.advanceWatermarkTo(Instant.ofEpochMilli(watermark));
    }
    return stream.advanceWatermarkToInfinity();
  }

  /** A stream of a bundle for each text, of elements as "7@12", all of one key. */
  static TestStream<KV<String, Long>> bundles(String... bundles) {
    TestStream.Builder<KV<String, Long>> stream =
        TestStream.create(KvCoder.of(StringUtf8Coder.of(), VarLongCoder.of()));
    for (String bundle : bundles) {
      List<TimestampedValue<KV<String, Long>>> elements = new ArrayList<>();
      for (String element : bundle.split(" ", -1)) {
        String[] valueAndTime = element.split("@", -1);
        elements.add(
            TimestampedValue.of(
                KV.of(Scripts.KEY, Long.parseLong(valueAndTime[0])),
                Instant.ofEpochMilli(Long.parseLong(valueAndTime[1]))));
      }
      stream = add(stream, elements);
    }
    return stream.advanceWatermarkToInfinity();
  }

  private static TestStream.Builder<KV<String, Long>> add(
      TestStream.Builder<KV<String, Long>> stream,
      List<TimestampedValue<KV<String, Long>>> bundle) {
    return stream.addElements(
        bundle.get(0), bundle.subList(1, bundle.size()).toArray(noElements()));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static TimestampedValue<KV<String, Long>>[] noElements() {
    return new TimestampedValue[0];
  }
}
