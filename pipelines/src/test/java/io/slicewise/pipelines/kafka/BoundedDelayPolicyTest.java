package io.slicewise.pipelines.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.aggregates.AggregationOptions;
import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.aggregates.RecordReader;
import io.slicewise.pipelines.kafka.KafkaSettings.Delays;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.beam.sdk.io.kafka.KafkaRecord;
import org.apache.beam.sdk.io.kafka.KafkaTimestampType;
import org.apache.beam.sdk.io.kafka.TimestampPolicy.PartitionContext;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;
import org.junit.jupiter.api.Test;

class BoundedDelayPolicyTest {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long NOW = 3_000_000;

  private static RecordReader reader(String... more) {
    AggregationOptions options = PipelineOptionsFactory.fromArgs(more).as(AggregationOptions.class);
    options.setKey("id");
    options.setSize("1m");
    return AggregationSettings.of(options).reader();
  }

  /** What Kafka last told: how many records are unread, and when that was. */
  private static PartitionContext partition(long unread, long checkedAt) {
    return new PartitionContext() {
      @Override
      public long getMessageBacklog() {
        return unread;
      }

      @Override
      public Instant getBacklogCheckTime() {
        return Instant.ofEpochMilli(checkedAt);
      }
    };
  }

  private static KafkaRecord<byte[], byte[]> record(long kafkaTime, String payload) {
    return new KafkaRecord<>(
        "t",
        0,
        0,
        kafkaTime,
        KafkaTimestampType.CREATE_TIME,
        null,
        new byte[0],
        payload.getBytes(StandardCharsets.UTF_8));
  }

  private static final PartitionContext MORE = partition(1, 1_000_000);

  private static long watermark(BoundedDelayPolicy policy, PartitionContext partition) {
    return policy.getWatermark(partition).getMillis();
  }

  @Test
  void watermark_staysBehindTheNewestEventTime() {
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader("--timestamp=at"), new Delays(100, NEVER, false), () -> NOW, Optional.empty());
    assertThat(watermark(policy, MORE)).isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis());
    assertThat(policy.getTimestampForRecord(MORE, record(7, "{\"at\":5000}")).getMillis())
        .isEqualTo(5000);
    assertThat(watermark(policy, MORE)).isEqualTo(4900);
    assertThat(policy.getTimestampForRecord(MORE, record(7, "{\"at\":4000}")).getMillis())
        .isEqualTo(4000);
    assertThat(watermark(policy, MORE)).isEqualTo(4900);
  }

  @Test
  void aRecordFromTheFuture_movesTheWatermarkToNow() {
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader(), new Delays(100, NEVER, false), () -> NOW, Optional.empty());
    assertThat(policy.getTimestampForRecord(MORE, record(NOW + 1, "")).getMillis())
        .isEqualTo(NOW + 1);
    assertThat(watermark(policy, MORE)).isEqualTo(NOW - 100);
  }

  @Test
  void withoutAField_kafkasTimeCounts() {
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader(), new Delays(100, NEVER, false), () -> NOW, Optional.empty());
    assertThat(policy.getTimestampForRecord(MORE, record(7000, "")).getMillis()).isEqualTo(7000);
    assertThat(watermark(policy, MORE)).isEqualTo(6900);
  }

  @Test
  void unreadableRecords_haveKafkasTime_andDoNotMoveTheWatermark() {
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader("--timestamp=at"),
            new Delays(100, NEVER, false),
            () -> NOW,
            Optional.of(new Instant(10)));
    assertThat(policy.getTimestampForRecord(MORE, record(7000, "?")).getMillis()).isEqualTo(7000);
    assertThat(watermark(policy, MORE)).isEqualTo(10);
  }

  @Test
  void anotherReader_goesOnFromTheWatermarkBefore() {
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader(), new Delays(0, NEVER, false), () -> NOW, Optional.of(new Instant(5000)));
    assertThat(watermark(policy, MORE)).isEqualTo(5000);
    policy.getTimestampForRecord(MORE, record(4000, ""));
    assertThat(watermark(policy, MORE)).isEqualTo(5000);
  }

  @Test
  void anIdlePartition_letsTheWatermarkComeCloseToNow_evenIfItNeverHadARecord() {
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader(), new Delays(100, 30_000, false), () -> NOW, Optional.empty());
    assertThat(watermark(policy, partition(-1, 1_000_000)))
        .isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis());
    assertThat(watermark(policy, partition(0, 1_000_000))).isEqualTo(970_000);
    assertThat(watermark(policy, partition(2, 2_000_000))).isEqualTo(970_000);
  }

  @Test
  void never_holdsTheWatermarkWhereTheRecordsLeftIt() {
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader(), new Delays(100, NEVER, false), () -> NOW, Optional.empty());
    policy.getTimestampForRecord(MORE, record(5000, ""));
    assertThat(watermark(policy, partition(0, 1_000_000))).isEqualTo(4900);
  }

  @Test
  void stopAtEnd_isTheEndOfTime_onceAllIsReadAndNothingCameForAWhile() {
    AtomicLong clock = new AtomicLong(NOW);
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader(), new Delays(100, 30_000, true), clock::get, Optional.empty());
    clock.addAndGet(BoundedDelayPolicy.QUIET_MILLIS);
    policy.getTimestampForRecord(MORE, record(5000, ""));
    assertThat(watermark(policy, MORE)).isEqualTo(4900);
    assertThat(watermark(policy, partition(0, 1_000_000))).isEqualTo(4900);
    clock.addAndGet(BoundedDelayPolicy.QUIET_MILLIS - 1);
    assertThat(watermark(policy, partition(0, 1_000_000))).isEqualTo(4900);
    clock.addAndGet(1);
    assertThat(watermark(policy, MORE)).isEqualTo(4900);
    assertThat(watermark(policy, partition(0, 1_000_000)))
        .isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis());
  }

  @Test
  void stopAtEnd_waitsAsLongForAnotherReader_whoseRecordsMayBeOnTheirWay() {
    AtomicLong clock = new AtomicLong(NOW);
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader(), new Delays(100, 30_000, true), clock::get, Optional.of(new Instant(5000)));
    assertThat(watermark(policy, partition(0, 1_000_000))).isEqualTo(5000);
    clock.addAndGet(BoundedDelayPolicy.QUIET_MILLIS);
    assertThat(watermark(policy, partition(0, 1_000_000)))
        .isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE.getMillis());
  }

  @Test
  void timesBeyondThoseOfBeam_areItsEnds() {
    BoundedDelayPolicy policy =
        new BoundedDelayPolicy(
            reader(), new Delays(100, NEVER, false), () -> NOW, Optional.empty());
    assertThat(policy.getTimestampForRecord(MORE, record(Long.MIN_VALUE, "")))
        .isEqualTo(BoundedWindow.TIMESTAMP_MIN_VALUE);
    assertThat(policy.getTimestampForRecord(MORE, record(Long.MAX_VALUE, "")))
        .isEqualTo(BoundedWindow.TIMESTAMP_MAX_VALUE);
  }
}
