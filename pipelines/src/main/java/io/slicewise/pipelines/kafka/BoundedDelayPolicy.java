package io.slicewise.pipelines.kafka;

import io.slicewise.pipelines.aggregates.RecordReader;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import io.slicewise.pipelines.kafka.KafkaSettings.Delays;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.beam.sdk.io.kafka.KafkaRecord;
import org.apache.beam.sdk.io.kafka.TimestampPolicy;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;

/**
 * The event times and the watermark of one partition. An event time is the one in the record's
 * field, or else Kafka's. The watermark stays a delay behind the newest of them, and behind the
 * clock: one record from the future does not close windows.
 *
 * <p>What was in the partition when Kafka was last asked has all been read if nothing is left of
 * it; later records arrive after that. So the watermark may come as close to that time as records
 * arrive after they happened. This follows from where the partition is, not from how long this
 * reader has waited: runners make new readers at any time.
 *
 * <p>Only the end of time waits {@link #QUIET_MILLIS} after the last record. A record behind the
 * watermark does not hold it: on DirectRunner the end could overtake such a record on its way to
 * the aggregation, which would find all its windows expired.
 */
final class BoundedDelayPolicy extends TimestampPolicy<byte[], byte[]> {
  private static final long EARLIEST = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();
  private static final long LATEST = BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis();

  /** How long nothing was read before a topic that is read to its end counts as done. */
  static final long QUIET_MILLIS = 2_000;

  private final RecordReader reader;
  private final Delays delays;
  private final LongSupplier clock;
  private long watermark;
  private long lastReadMillis;

  /**
   * A policy.
   *
   * @param clock milliseconds since the epoch
   * @param previousWatermark where a reader of the partition before this one left it
   */
  BoundedDelayPolicy(
      RecordReader reader, Delays delays, LongSupplier clock, Optional<Instant> previousWatermark) {
    this.clock = clock;
    this.reader = reader;
    this.delays = delays;
    this.watermark = previousWatermark.map(Instant::getMillis).orElse(EARLIEST);
    this.lastReadMillis = clock.getAsLong();
  }

  @Override
  public Instant getTimestampForRecord(
      PartitionContext partition, KafkaRecord<byte[], byte[]> record) {
    long now = clock.getAsLong();
    lastReadMillis = now;
    long timestamp = record.getTimestamp();
    if (reader.readsTimestamps()) {
      try {
        timestamp = reader.timestamp(record.getKV().getValue()).getMillis();
      } catch (UnreadableRecordException e) {
        // It goes to the unreadable records with Kafka's time, which says nothing of events.
        return Instant.ofEpochMilli(within(timestamp));
      }
    }
    advanceTo(Math.min(within(timestamp), now) - delays.maxMillis());
    return Instant.ofEpochMilli(within(timestamp));
  }

  @Override
  public Instant getWatermark(PartitionContext partition) {
    if (partition.getMessageBacklog() == 0) {
      if (delays.stopAtEnd()) {
        if (clock.getAsLong() - lastReadMillis >= QUIET_MILLIS) {
          advanceTo(LATEST);
        }
      } else if (delays.idleMillis() != Long.MAX_VALUE) {
        advanceTo(partition.getBacklogCheckTime().getMillis() - delays.idleMillis());
      }
    }
    return Instant.ofEpochMilli(watermark);
  }

  private void advanceTo(long millis) {
    watermark = Math.max(watermark, within(millis));
  }

  private static long within(long millis) {
    return Math.max(EARLIEST, Math.min(LATEST, millis));
  }
}
