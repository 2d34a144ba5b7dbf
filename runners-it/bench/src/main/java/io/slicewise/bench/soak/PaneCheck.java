package io.slicewise.bench.soak;

import io.slicewise.bench.measure.Measurement;
import io.slicewise.bench.source.EventStream;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Holds each pane against what must be in it, which is computed from its key and window alone. A
 * pane has no event that is not in its window, and all that are not late; and each window that has
 * an event shows all of them in exactly one pane, as later ones would have more.
 */
final class PaneCheck implements AutoCloseable {
  private static final ConcurrentMap<String, PaneCheck> OPEN = new ConcurrentHashMap<>();
  private static final int MOST_PROBLEMS = 10;
  private static final long UNKNOWN = -1;

  private final String id = UUID.randomUUID().toString();
  private final SoakStream stream;
  private final long sizeMillis;
  private final AtomicLong panes = new AtomicLong();
  private final AtomicLong latestEnd = new AtomicLong(EventStream.START_MILLIS);
  private final AtomicLong complete = new AtomicLong();
  private final AtomicLong checksum = new AtomicLong();
  private final AtomicLong entriesLeft = new AtomicLong(UNKNOWN);
  private final List<String> problems = new CopyOnWriteArrayList<>();

  /** All windows, or those that were complete, and a sum over them that does not hang on order. */
  record Windows(long count, long checksum) {}

  private PaneCheck(SoakStream stream, long sizeMillis) {
    this.stream = stream;
    this.sizeMillis = sizeMillis;
  }

  static PaneCheck open(SoakStream stream, long sizeMillis) {
    PaneCheck check = new PaneCheck(stream, sizeMillis);
    OPEN.put(check.id, check);
    return check;
  }

  static PaneCheck of(String id) {
    PaneCheck check = OPEN.get(id);
    if (check == null) {
      throw new IllegalStateException("no check " + id);
    }
    return check;
  }

  @Override
  public void close() {
    OPEN.remove(id);
  }

  String id() {
    return id;
  }

  /** A window of {@code key} has fired. */
  void pane(long key, long endMillis, long value) {
    long all = 0;
    long punctual = 0;
    for (int number = 0; number < stream.eventsPerKey(); number++) {
      long event = stream.eventOf(key, number);
      if (event < 0) {
        continue;
      }
      long timestamp = stream.timestampMillis(event);
      if (timestamp < endMillis && timestamp >= endMillis - sizeMillis) {
        all |= stream.valueOf(event);
        punctual |= stream.isLate(event) ? 0 : stream.valueOf(event);
      }
    }
    panes.incrementAndGet();
    if (endMillis > latestEnd.get()) {
      latestEnd.set(endMillis);
    }
    if ((value & ~all) != 0 || (value & punctual) != punctual) {
      problem(key, endMillis, value, all, punctual);
    } else if (value == all) {
      complete.incrementAndGet();
      checksum.addAndGet(Measurement.hash(key, endMillis, all));
    }
  }

  /** A window of the sentinel has fired: with the first, all other keys should be gone. */
  void sentinel(Measurement measurement) {
    if (entriesLeft.get() == UNKNOWN) {
      entriesLeft.set(measurement.countStateEntries().orElse(UNKNOWN));
    }
  }

  /**
   * How many entries of state there were when the sentinel was the last key; negative if unknown.
   */
  long entriesLeft() {
    return entriesLeft.get();
  }

  private void problem(long key, long endMillis, long value, long all, long punctual) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(
          String.format(
              "key %d, window until %d: events %s, of %s, of which %s are not late",
              key,
              endMillis,
              Long.toBinaryString(value),
              Long.toBinaryString(all),
              Long.toBinaryString(punctual)));
    }
  }

  long panes() {
    return panes.get();
  }

  /** The latest end of a window that has fired, or where event time begins. */
  long latestEndMillis() {
    return latestEnd.get();
  }

  /** The first panes that were wrong. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  /** The windows that have shown all their events. */
  Windows complete() {
    return new Windows(complete.get(), checksum.get());
  }

  /** All windows that have an event. */
  Windows expected(long periodMillis) {
    long count = 0;
    long sum = 0;
    for (long key = 0; key < stream.keys(); key++) {
      Windows ofKey = expectedOf(key, periodMillis);
      count += ofKey.count;
      sum += ofKey.checksum;
    }
    return new Windows(count, sum);
  }

  private Windows expectedOf(long key, long periodMillis) {
    int most = stream.eventsPerKey();
    long[] timestamps = new long[most];
    long[] values = new long[most];
    int size = 0;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int number = 0; number < most; number++) {
      long event = stream.eventOf(key, number);
      if (event >= 0) {
        timestamps[size] = stream.timestampMillis(event);
        values[size] = stream.valueOf(event);
        first = Math.min(first, timestamps[size]);
        last = Math.max(last, timestamps[size]);
        size++;
      }
    }
    long count = 0;
    long sum = 0;
    for (long end = (Math.floorDiv(first, periodMillis) + 1) * periodMillis;
        size > 0 && end - sizeMillis <= last;
        end += periodMillis) {
      long all = 0;
      for (int i = 0; i < size; i++) {
        if (timestamps[i] < end && timestamps[i] >= end - sizeMillis) {
          all |= values[i];
        }
      }
      if (all != 0) {
        count++;
        sum += Measurement.hash(key, end, all);
      }
    }
    return new Windows(count, sum);
  }
}
