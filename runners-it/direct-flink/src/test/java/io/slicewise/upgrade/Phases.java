package io.slicewise.upgrade;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.TimestampedValue;
import org.joda.time.Instant;

/**
 * The input of the job with the savepoint: phases of elements, each of which ends with a watermark.
 * Some elements of a phase are out of order, some late, some too late, but only of keys that have
 * state, as a restored Flink job has no watermark until the first element.
 */
final class Phases {
  /** The phases before the savepoint. */
  static final int BEFORE = 4;

  /** All phases; after the last, there is nothing more to come. */
  static final int ALL = 8;

  private static final List<String> KEYS = List.of("a", "b");
  private static final int OF_KEY = 12;
  private static final long PHASE_MILLIS = 100;

  private Phases() {}

  static List<TimestampedValue<KV<String, Long>>> elements(int phase) {
    List<TimestampedValue<KV<String, Long>>> elements = new ArrayList<>();
    for (int i = 0; i < OF_KEY; i++) {
      for (int key = 0; key < KEYS.size(); key++) {
        long ahead = Math.floorMod((i * 37L + key * 11L + phase * 5L) * 13L, 90);
        add(KEYS.get(key), phase, i, phase * PHASE_MILLIS + ahead, elements);
      }
    }
    if (phase > 0) {
      add("a", phase, OF_KEY, phase * PHASE_MILLIS - 15, elements);
      add("b", phase, OF_KEY, phase * PHASE_MILLIS - 65, elements);
      add("b", phase, OF_KEY + 1, (phase - 1) * PHASE_MILLIS - 400, elements);
    }
    return elements;
  }

  private static void add(
      String key,
      int phase,
      int position,
      long timestamp,
      List<TimestampedValue<KV<String, Long>>> elements) {
    long value = 1000L * phase + 10L * position + 1;
    elements.add(TimestampedValue.of(KV.of(key, value), Instant.ofEpochMilli(timestamp)));
  }

  /** The watermark once all elements of {@code phase} have come. */
  static Instant watermarkAfter(int phase) {
    if (phase < 0) {
      return BoundedWindow.TIMESTAMP_MIN_VALUE;
    }
    return phase == ALL - 1
        ? BoundedWindow.TIMESTAMP_MAX_VALUE
        : Instant.ofEpochMilli((phase + 1) * PHASE_MILLIS);
  }
}
