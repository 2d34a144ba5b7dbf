package io.slicewise.kafka;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/** All that a topic was sent, and what should come of it in sliding windows. */
final class Story {
  static final int PARTITIONS = 3;

  /** Seconds. */
  static final int SIZE = 120;

  /** Seconds. */
  static final int PERIOD = 60;

  private static final long START = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();

  private final String topic;
  private final Random random;
  private final Map<String, Sums> windows = new TreeMap<>();
  private final List<String> unreadable = new ArrayList<>();

  Story(String topic, long seed) {
    this.topic = topic;
    this.random = new Random(seed);
  }

  String topic() {
    return topic;
  }

  /** What was sent and cannot be read. */
  List<String> unreadable() {
    return unreadable;
  }

  /** What is known of a key in a window. */
  private record Sums(long count, BigDecimal sum) {
    Sums plus(Sums other) {
      return new Sums(count + other.count, sum.add(other.sum));
    }
  }

  ProducerRecord<byte[], byte[]> to(int partition, String payload) {
    return new ProducerRecord<>(topic, partition, null, payload.getBytes(StandardCharsets.UTF_8));
  }

  static String json(String key, long second, BigDecimal amount) {
    return String.format(
        "{\"user\":{\"id\":\"%s\"},\"at\":\"%s\",\"amount\":%s}",
        key, Instant.ofEpochMilli(START + second * 1000), amount);
  }

  /** Counts a record in its windows. */
  String counted(String key, long second, BigDecimal amount) {
    long last = Math.floorDiv(second, PERIOD) * PERIOD;
    for (long start = last; start > second - SIZE; start -= PERIOD) {
      windows.merge(row(key, start), new Sums(1, amount), Sums::plus);
    }
    return json(key, second, amount);
  }

  private static String row(String key, long startSecond) {
    Instant start = Instant.ofEpochMilli(START + startSecond * 1000);
    return key + " " + start + " " + start.plusSeconds(SIZE);
  }

  /**
   * Records of some seconds, in several partitions, at most 30 seconds behind the newest of their
   * partition, with unreadable ones among them.
   */
  List<ProducerRecord<byte[], byte[]>> minutes(int from, int to) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int second = from; second < to; second++) {
      int partition = random.nextInt(PARTITIONS);
      String key = "k" + random.nextInt(3);
      long at = Math.max(from, second - random.nextInt(30));
      BigDecimal amount = BigDecimal.valueOf(random.nextInt(100_000), random.nextInt(4));
      records.add(to(partition, counted(key, at, amount)));
      if (second % 50 == 7) {
        String broken = "{\"at\":" + second + "}";
        unreadable.add(broken);
        records.add(to(partition, broken));
      }
    }
    return records;
  }

  /** A record in each partition, so that the watermark comes to 30 seconds before a time. */
  List<ProducerRecord<byte[], byte[]>> moveOn(int second) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      records.add(to(partition, counted("clock", second, BigDecimal.ONE)));
    }
    return records;
  }

  /** The rows of the windows that are over when the watermark is at a time. */
  List<String> rows(long watermarkSecond) {
    List<String> rows = new ArrayList<>();
    windows.forEach(
        (window, sums) -> {
          Instant end = Instant.parse(window.split(" ")[2]);
          if (end.toEpochMilli() <= START + watermarkSecond * 1000) {
            rows.add(window + " " + sums.count + " " + plain(sums.sum));
          }
        });
    return rows;
  }

  private static String plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return (stripped.scale() < 0 ? stripped.setScale(0) : stripped).toPlainString();
  }

  String table() {
    return topic.replace('-', '_');
  }
}
