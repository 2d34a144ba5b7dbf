package io.slicewise.hostile;

import io.slicewise.hostile.RecoveryRun.WindowOfKey;
import java.util.HashMap;
import java.util.Map;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;

/**
 * The elements of a recovery test: per split a sequence whose timestamps rise by a millisecond
 * each, and are out of order by less than {@link #DISORDER}. A key comes in one split only, so that
 * its elements have one order in every attempt.
 */
final class RecoveryInput {
  static final int SPLITS = 2;
  static final int KEYS_OF_SPLIT = 8;
  static final long ELEMENTS = 16_000;
  static final long DISORDER = 400;
  static final long WINDOW_SIZE = 1000;
  static final long WINDOW_PERIOD = 100;

  private RecoveryInput() {}

  static TimestampedValue<KV<String, Long>> element(int split, long position) {
    long key = Math.floorMod(position * 31 + (position >> 7), KEYS_OF_SPLIT);
    long value = (position * 7 + split) % 1000 + 1;
    return TimestampedValue.of(
        KV.of("key " + split + "." + key, value), Instant.ofEpochMilli(timestamp(split, position)));
  }

  /** The sum of every window that has elements, by plain addition. */
  static Map<WindowOfKey, Long> sums() {
    Map<WindowOfKey, Long> sums = new HashMap<>();
    for (int split = 0; split < SPLITS; split++) {
      for (long position = 0; position < ELEMENTS; position++) {
        KV<String, Long> element = element(split, position).getValue();
        long timestamp = timestamp(split, position);
        long newest = Math.floorDiv(timestamp, WINDOW_PERIOD) * WINDOW_PERIOD;
        for (long start = newest; start > timestamp - WINDOW_SIZE; start -= WINDOW_PERIOD) {
          sums.merge(
              new WindowOfKey(element.getKey(), start + WINDOW_SIZE),
              element.getValue(),
              Long::sum);
        }
      }
    }
    return sums;
  }

  private static long timestamp(int split, long position) {
    return position + Math.floorMod(position * 2_654_435_761L + split * 40_503L, DISORDER);
  }
}
