package io.slicewise.bench.source;

import static io.slicewise.bench.measure.Bits.GOLDEN;
import static io.slicewise.bench.measure.Bits.mix;

/**
 * A stream of events that are computed, not stored: key, value and timestamp of event {@code i} are
 * functions of the seed and {@code i}, so every engine reads the same ones and none pays for input.
 *
 * <p>Event {@code i} is due at {@link #START_MILLIS} plus {@code i} over the density; its timestamp
 * is up to the disorder before that. Late events are earlier still, by 1 ms up to the lateness:
 * they are behind the watermark, and never so far that a window with that allowed lateness has
 * expired.
 *
 * @param seed any number; other seeds give other events
 * @param events how many events there are, 1 or more
 * @param chunkEvents how many of them a chunk has, 1 or more; the last may have fewer
 * @param keys keys are from 0 up to this, from 1 to 2^31 - 1
 * @param keySkew how the keys are spread
 * @param eventsPerSecond events per second of event time, over all keys; more than 0
 * @param disorderMillis how much earlier than due a timestamp may be, in milliseconds, 0 or more
 * @param lateShare how many of the events are late, from 0 to 1
 * @param latenessMillis how late these are at most, in milliseconds, from 0
 */
public record EventStream(
    long seed,
    long events,
    int chunkEvents,
    long keys,
    KeySkew keySkew,
    double eventsPerSecond,
    long disorderMillis,
    double lateShare,
    long latenessMillis)
    implements Chunks {
  /** Where event time begins, in milliseconds since 1970: a midnight, where windows are aligned. */
  public static final long START_MILLIS = 1_767_225_600_000L;

  /** Values are from 0 up to this. */
  public static final long VALUES = 1000;

  private static final long LOW_BITS = 0xFFFF_FFFFL;

  /** How the keys are spread. */
  public enum KeySkew {
    /** All keys are as frequent. */
    NONE,
    /** Every second event has the hot key, which is another one after each 5,000 events. */
    HOT
  }

  private static final long HOT_RUN = 5000;

  /** The number of chunks; the last may be shorter than the others. */
  @Override
  public long chunks() {
    return (events + chunkEvents - 1) / chunkEvents;
  }

  /** The first event of a chunk. */
  public long firstOf(long chunk) {
    return chunk * chunkEvents;
  }

  /** The event after the last one of a chunk. */
  public long endOf(long chunk) {
    return Math.min(events, firstOf(chunk) + chunkEvents);
  }

  @Override
  public long earliestOf(long chunk) {
    return dueMillis(firstOf(chunk)) - disorderMillis;
  }

  @Override
  public long watermarkAfter(long chunk) {
    return dueMillis(endOf(chunk) - 1) - disorderMillis;
  }

  /**
   * Random bits of an event, from which {@link #key}, {@link #value} and the timestamp are taken.
   */
  public long bits(long event) {
    return mix(seed + event * GOLDEN);
  }

  /** The key of an event. */
  public long key(long event, long bits) {
    if (keySkew == KeySkew.HOT && (bits & 1) == 0) {
      return below(keys, mix(seed - event / HOT_RUN));
    }
    return below(keys, bits >>> 32);
  }

  /** The value of an event, from 0 up to {@link #VALUES}. */
  public static long value(long bits) {
    return below(VALUES, mix(bits) >>> 32);
  }

  /** The timestamp of an event, in milliseconds since 1970. */
  public long timestampMillis(long event, long bits) {
    long second = mix(bits);
    long timestamp = dueMillis(event) - below(disorderMillis + 1, second);
    if (lateShare > 0) {
      long third = mix(second);
      if ((third >>> 32) < lateShare * (1L << 32)) {
        return dueMillis(event) - disorderMillis - 1 - below(latenessMillis, third);
      }
    }
    return timestamp;
  }

  private long dueMillis(long event) {
    return START_MILLIS + (long) (event * 1000.0 / eventsPerSecond);
  }

  /** A number from 0 up to {@code bound}, at most 2^31, from the low 32 bits. */
  private static long below(long bound, long bits) {
    return ((bits & LOW_BITS) * bound) >>> 32;
  }
}
