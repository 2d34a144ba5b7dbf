package io.slicewise.bench.soak;

import static io.slicewise.bench.measure.Bits.GOLDEN;
import static io.slicewise.bench.measure.Bits.mix;

import io.slicewise.bench.source.Chunks;
import io.slicewise.bench.source.EventStream;

/**
 * Events of keys that come and go, computed like those of {@link EventStream}: a key has a number
 * of events, one in each round, and another key takes its place. What belongs to a key can be told
 * from the key alone, and the value of an event from its number: it is a bit, so that a sum shows
 * which events are in it.
 *
 * @param events how many events there are
 * @param activeKeys how many keys have events at the same time, and how many events a round has
 * @param eventsPerKey how many events a key has, from 1 to {@link #MOST_EVENTS_PER_KEY}
 * @param burst so many events are due at the same instant, 1 or more
 * @param eventsPerSecond events per second of event time
 * @param disorderMillis how much earlier than due a timestamp may be, in milliseconds, 0 or more
 * @param lateShare how many of the events are late, from 0 to 1
 * @param latenessMillis how late these are at most, in milliseconds, from 1
 * @param stands whether the watermark stands still until the last event
 */
record SoakStream(
    long events,
    int activeKeys,
    int eventsPerKey,
    int burst,
    double eventsPerSecond,
    long disorderMillis,
    double lateShare,
    long latenessMillis,
    boolean stands)
    implements Chunks {
  /** A sum of bits is a positive number of 64 bits. */
  static final int MOST_EVENTS_PER_KEY = 62;

  /** The key of an element after all others, when nothing should be left of them. */
  static final long SENTINEL = -1;

  private static final int CHUNK = 100;
  private static final long NO_EVENT = -1;

  /** Checks the number of bits. */
  SoakStream {
    if (eventsPerKey < 1 || eventsPerKey > MOST_EVENTS_PER_KEY) {
      throw new IllegalArgumentException(
          "eventsPerKey: must be from 1 to " + MOST_EVENTS_PER_KEY + " but was " + eventsPerKey);
    }
  }

  @Override
  public long chunks() {
    return (events + CHUNK - 1) / CHUNK;
  }

  /** The first event of a chunk. */
  long firstOf(long chunk) {
    return chunk * CHUNK;
  }

  /** The event after the last one of a chunk. */
  long endOf(long chunk) {
    return Math.min(events, firstOf(chunk) + CHUNK);
  }

  @Override
  public long earliestOf(long chunk) {
    return dueMillis(firstOf(chunk)) - disorderMillis;
  }

  @Override
  public long watermarkAfter(long chunk) {
    return dueMillis(stands ? 0 : endOf(chunk) - 1) - disorderMillis;
  }

  /** When all windows of {@code sizeMillis} have expired, but for those of the sentinel itself. */
  long sentinelMillis(long sizeMillis) {
    return dueMillis(events - 1) + 2 * (sizeMillis + latenessMillis);
  }

  /** How many keys have events. */
  long keys() {
    return (generationOf(events - 1) + 1) * activeKeys;
  }

  /**
   * How many keys may have state at once, in windows of {@code sizeMillis}, if events are read no
   * further ahead of the watermark than {@code aheadMillis}: a key has it from its first event
   * until the watermark is beyond the last window, by the lateness.
   */
  long mostLiveKeys(long sizeMillis, long periodMillis, long aheadMillis) {
    double millisPerEvent = 1000 / eventsPerSecond;
    double active = (double) eventsPerKey * activeKeys * millisPerEvent;
    double waits = sizeMillis + periodMillis + disorderMillis + latenessMillis + aheadMillis;
    double spread = burst * millisPerEvent;
    // as many as start in that time, and those of one more generation at either end
    double generations = (active + waits + 2 * spread) / active + 2;
    return 1 + (stands ? keys() : Math.min(keys(), (long) (generations * activeKeys)));
  }

  private long generationOf(long event) {
    int slot = (int) (event % activeKeys);
    return (event / activeKeys + startOf(slot)) / eventsPerKey;
  }

  /** By how many rounds the keys of a slot are ahead, so that not all come and go together. */
  private long startOf(int slot) {
    return events / activeKeys > eventsPerKey ? (long) slot * eventsPerKey / activeKeys : 0;
  }

  /** The key of an event. */
  long keyOf(long event) {
    return generationOf(event) * activeKeys + event % activeKeys;
  }

  /** The value of an event: one bit. */
  long valueOf(long event) {
    int slot = (int) (event % activeKeys);
    return 1L << ((event / activeKeys + startOf(slot)) % eventsPerKey);
  }

  /**
   * An event of a key, or a negative number if it has none of that number.
   *
   * @param number from 0 to less than {@link #eventsPerKey}
   */
  long eventOf(long key, int number) {
    int slot = (int) (key % activeKeys);
    long round = key / activeKeys * eventsPerKey + number - startOf(slot);
    long event = round * activeKeys + slot;
    return round < 0 || event >= events ? NO_EVENT : event;
  }

  /** Whether an event is late. */
  boolean isLate(long event) {
    return (mix(event * GOLDEN) >>> 32) < lateShare * (1L << 32);
  }

  /** The timestamp of an event, in milliseconds since 1970. */
  long timestampMillis(long event) {
    long bits = mix(event * GOLDEN + 1);
    return isLate(event)
        ? dueMillis(event) - disorderMillis - 1 - Long.remainderUnsigned(bits, latenessMillis)
        : dueMillis(event) - Long.remainderUnsigned(bits, disorderMillis + 1);
  }

  private long dueMillis(long event) {
    return EventStream.START_MILLIS + (long) ((event - event % burst) * 1000.0 / eventsPerSecond);
  }
}
