package io.slicewise.bench.measure;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What one run has measured so far, shared by the operators of its job in this process: they find
 * it by its id, as they are serialized on their way into the job.
 *
 * <p>The steady state begins when the first chunk after the warm-up is expanded into events, and
 * ends with the last bundle of the last operator, when all windows have fired.
 */
public final class Measurement implements AutoCloseable {
  private static final ConcurrentMap<String, Measurement> OPEN = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();
  private final long warmupEvents;

  /** The last value of each window and key; null if each has one pane, as without late events. */
  private final Map<PaneKey, Long> lastValues;

  private final AtomicLong expanded = new AtomicLong();
  private final AtomicLong panes = new AtomicLong();
  private final AtomicLong checksum = new AtomicLong();
  private final AtomicLong timers = new AtomicLong();
  private final AtomicLong mostTimers = new AtomicLong();
  private final List<LongSupplier> stateEntries = new CopyOnWriteArrayList<>();
  private volatile Optional<Start> start = Optional.empty();
  private volatile long endNanos;
  private volatile Optional<JobMetrics> jobMetrics = Optional.empty();

  private Measurement(long warmupEvents, boolean severalPanes) {
    this.warmupEvents = warmupEvents;
    this.lastValues = severalPanes ? new ConcurrentHashMap<>() : null;
  }

  /**
   * A new measurement.
   *
   * @param warmupEvents how many events come before the steady state
   * @param severalPanes whether a window may fire more than once: the checksum is of the last
   *     values then, and a pane costs more
   */
  public static Measurement open(long warmupEvents, boolean severalPanes) {
    Measurement measurement = new Measurement(warmupEvents, severalPanes);
    OPEN.put(measurement.id, measurement);
    return measurement;
  }

  /** The open measurement with this id. */
  public static Measurement of(String id) {
    Measurement measurement = OPEN.get(id);
    if (measurement == null) {
      throw new IllegalStateException("no measurement " + id);
    }
    return measurement;
  }

  @Override
  public void close() {
    OPEN.remove(id);
  }

  /** By which operators find this measurement. */
  public String id() {
    return id;
  }

  /** A chunk that ends before event {@code end} is about to be expanded. */
  public void chunk(long end) {
    expanded.set(end);
    if (start.isEmpty() && end > warmupEvents) {
      start = Optional.of(new Start(System.nanoTime(), panes.get()));
    }
  }

  /** How many events have been expanded. */
  public long expanded() {
    return expanded.get();
  }

  /** A window of a key has fired. */
  public void pane(long key, long endMillis, long value) {
    panes.incrementAndGet();
    long sum = hash(key, endMillis, value);
    if (lastValues != null) {
      Long before = lastValues.put(new PaneKey(key, endMillis), value);
      sum -= before == null ? 0 : hash(key, endMillis, before);
    }
    checksum.addAndGet(sum);
  }

  /** The last operator has finished a bundle; the last time counts. */
  public void bundleFinished() {
    endNanos = System.nanoTime();
  }

  /** So many event-time timers have been added to all there are. */
  void timersChanged(int added) {
    long now = timers.addAndGet(added);
    mostTimers.accumulateAndGet(now, Math::max);
  }

  /** The most event-time timers at once; absent if they are not counted. */
  public OptionalLong mostTimers() {
    long most = mostTimers.get();
    return most == 0 ? OptionalLong.empty() : OptionalLong.of(most);
  }

  /** How many event-time timers there are now, if they are counted. */
  public long timers() {
    return timers.get();
  }

  /** There is state of which {@code entries} gives the number of entries. */
  void stateIn(LongSupplier entries) {
    stateEntries.add(entries);
  }

  /**
   * Counts the keys that each state has an entry for, by a pass over all; only for a thread that
   * may read the state. Absent if it cannot be counted.
   */
  public OptionalLong countStateEntries() {
    return stateEntries.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(stateEntries.stream().mapToLong(LongSupplier::getAsLong).sum());
  }

  /** All panes, also those of the warm-up. */
  public long panes() {
    return panes.get();
  }

  /** All different windows and keys that have fired; as many as panes if each fires once. */
  public long windows() {
    return lastValues == null ? panes() : lastValues.size();
  }

  /**
   * A sum over the panes, or over the last pane of each window; it does not depend on their order.
   */
  public long checksum() {
    return checksum.get();
  }

  /** When the steady state began; absent as long as it did not. */
  public Optional<Start> start() {
    return start;
  }

  /** When the last bundle ended, as {@link System#nanoTime}. */
  public long endNanos() {
    return endNanos;
  }

  void reportedBy(JobMetrics metrics) {
    jobMetrics = Optional.of(metrics);
  }

  /** What Flink says about the run; absent if it is not on Flink. */
  public Optional<JobMetrics> jobMetrics() {
    return jobMetrics;
  }

  /** What a pane adds to the checksum. */
  public static long hash(long key, long endMillis, long value) {
    return Bits.mix(Bits.mix(Bits.mix(key + 1) ^ endMillis) ^ (value * Bits.GOLDEN));
  }

  /**
   * The begin of the steady state.
   *
   * @param nanos as {@link System#nanoTime}
   * @param panes that were given before
   */
  public record Start(long nanos, long panes) {}

  private record PaneKey(long key, long endMillis) {}
}
