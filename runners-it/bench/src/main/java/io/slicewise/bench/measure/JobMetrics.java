package io.slicewise.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.Scheduled;

/**
 * Figures that Flink's own metrics give during one run, in this process. What Flink did not report
 * is absent.
 */
public final class JobMetrics implements MetricReporter, Scheduled {
  private static final String TASK = "<task_name>";
  private static final String OPERATOR = "<operator_name>";
  private static final Set<String> STATE_BYTES =
      Set.of("rocksdb.bytes_read", "rocksdb.iter_bytes_read", "rocksdb.bytes_written");

  private final Map<Metric, LongSupplier> shuffleRecords = new ConcurrentHashMap<>();
  private final Map<Metric, LongSupplier> shuffleBytes = new ConcurrentHashMap<>();
  private final Map<Metric, Growth> stateBytes = new ConcurrentHashMap<>();
  private volatile LongSupplier checkpointBytes = () -> 0;
  private volatile LongSupplier checkpointMillis = () -> 0;
  private volatile LongSupplier checkpointId = () -> -1;
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private long lastId = -1;
  private long largestBytes;
  private long largestMillis;
  private final Measurement measurement;

  JobMetrics(Measurement measurement) {
    this.measurement = measurement;
    measurement.reportedBy(this);
  }

  /** Records from the tasks of the source to the next: Flink's {@code numRecordsOut}. */
  public OptionalLong shuffleRecords() {
    return sum(shuffleRecords);
  }

  /** Bytes from the tasks of the source to the next: Flink's {@code numBytesOut}. */
  public OptionalLong shuffleBytes() {
    return sum(shuffleBytes);
  }

  private static OptionalLong sum(Map<Metric, LongSupplier> counters) {
    return counters.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(counters.values().stream().mapToLong(LongSupplier::getAsLong).sum());
  }

  /** The size of the largest checkpoint, all of its state; absent without a checkpoint. */
  public synchronized OptionalLong checkpointBytes() {
    return largestBytes == 0 ? OptionalLong.empty() : OptionalLong.of(largestBytes);
  }

  /** How long the largest checkpoint took, from end to end. */
  public synchronized OptionalLong checkpointMillis() {
    return largestBytes == 0 ? OptionalLong.empty() : OptionalLong.of(largestMillis);
  }

  /**
   * Bytes that RocksDB read from and wrote to its state per event, without those of iterators.
   * Flink updates these statistics every few seconds: the growth between the first and the last
   * update of the steady state, over the events between them. Absent if there were not two.
   */
  public OptionalDouble stateBytesPerElement() {
    double sum = 0;
    boolean known = false;
    for (Growth growth : stateBytes.values()) {
      OptionalDouble perEvent = growth.perEvent();
      known |= perEvent.isPresent();
      sum += perEvent.orElse(0);
    }
    return known ? OptionalDouble.of(sum) : OptionalDouble.empty();
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {
    report();
  }

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    Map<String, String> variables = group.getAllVariables();
    if (metric instanceof Counter counter
        && variables.getOrDefault(TASK, "").startsWith("Source")
        && !variables.containsKey(OPERATOR)) {
      if (name.equals("numRecordsOut")) {
        shuffleRecords.put(metric, counter::getCount);
      } else if (name.equals("numBytesOut")) {
        shuffleBytes.put(metric, counter::getCount);
      }
    } else if (metric instanceof Gauge<?> gauge) {
      LongSupplier value = () -> gauge.getValue() instanceof Number number ? number.longValue() : 0;
      if (name.equals("lastCheckpointFullSize")) {
        checkpointBytes = value;
      } else if (name.equals("lastCompletedCheckpointId")) {
        checkpointId = value;
      } else if (name.equals("lastCheckpointDuration")) {
        checkpointMillis = value;
      } else if (STATE_BYTES.contains(name)) {
        stateBytes.put(metric, new Growth(value));
      }
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    report();
  }

  /** Looks at what only lasts for a moment. */
  @Override
  public synchronized void report() {
    long id = checkpointId.getAsLong();
    long bytes = checkpointBytes.getAsLong();
    if (id > lastId && bytes > 0) {
      lastId = id;
      checkpoints.add(
          new Checkpoint(System.nanoTime(), measurement.expanded(), bytes, measurement.timers()));
    }
    if (bytes > largestBytes) {
      largestBytes = bytes;
      largestMillis = checkpointMillis.getAsLong();
    }
    if (measurement.start().isPresent()) {
      stateBytes.values().forEach(growth -> growth.look(measurement.expanded()));
    }
  }

  /** The checkpoints, as far as two were not complete between two looks. */
  public synchronized List<Checkpoint> checkpoints() {
    return List.copyOf(checkpoints);
  }

  /**
   * What was known when a checkpoint was complete.
   *
   * @param nanos the time, as {@link System#nanoTime}
   * @param events how many events had been read
   * @param bytes the size of all of its state
   * @param timers how many event-time timers there were, if they are counted
   */
  public record Checkpoint(long nanos, long events, long bytes, long timers) {}

  /** How a statistic grew from its first update in the steady state to the last. */
  private static final class Growth {
    private final LongSupplier value;
    private long initial = -1;
    private long first = -1;
    private long firstEvents;
    private long last;
    private long lastEvents;

    Growth(LongSupplier value) {
      this.value = value;
    }

    void look(long events) {
      long now = value.getAsLong();
      if (initial < 0) {
        initial = now;
        last = now;
      }
      if (now == last) {
        return;
      }
      if (first < 0) {
        first = now;
        firstEvents = events;
      }
      last = now;
      lastEvents = events;
    }

    OptionalDouble perEvent() {
      return first < 0 || lastEvents == firstEvents
          ? OptionalDouble.empty()
          : OptionalDouble.of((double) (last - first) / (lastEvents - firstEvents));
    }
  }
}
