package io.slicewise.pipelines.kafka;

import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.AggregationSettings;
import io.slicewise.pipelines.aggregates.AggregationSettings.Accumulation;
import io.slicewise.pipelines.aggregates.Option;
import io.slicewise.pipelines.aggregates.WindowChoice;
import java.io.IOException;
import java.io.Reader;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Checked settings of {@link KafkaAggregates}.
 *
 * @param aggregation what is computed
 * @param topic to read
 * @param client settings of Kafka's clients, the brokers among them
 * @param start where to start
 * @param delays how the watermark follows the records
 * @param outputTopic for results, if any
 * @param lateTopic for late records, if any
 * @param unreadableTopic for records that cannot be read, if any
 * @param table for results, if any
 */
record KafkaSettings(
    AggregationSettings aggregation,
    String topic,
    Map<String, Object> client,
    Start start,
    Delays delays,
    Optional<String> outputTopic,
    Optional<String> lateTopic,
    Optional<String> unreadableTopic,
    Optional<ResultTable> table) {
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  /** Where to start in a partition; Kafka's own words. */
  enum Start {
    EARLIEST,
    LATEST
  }

  /**
   * How the watermark of a partition follows its records.
   *
   * @param maxMillis by how much it stays behind the newest event time
   * @param idleMillis how close to now it comes when nothing is unread; {@link Long#MAX_VALUE} for
   *     not at all
   * @param stopAtEnd whether it goes to the end of time when nothing is unread and nothing came for
   *     a while
   */
  record Delays(long maxMillis, long idleMillis, boolean stopAtEnd) implements Serializable {}

  /** Copies the settings of the clients. */
  KafkaSettings {
    client = Map.copyOf(client);
  }

  /**
   * Checks options. Files are read; neither the brokers nor the database are asked yet.
   *
   * @throws SettingException for the first option that cannot be used
   */
  static KafkaSettings of(KafkaAggregatesOptions options) {
    AggregationSettings aggregation = AggregationSettings.of(options);
    Option servers = Option.of("bootstrapServers", options.getBootstrapServers());
    Map<String, Object> client =
        properties(Option.of("kafkaProperties", options.getKafkaProperties()));
    client.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
        servers.required("the brokers to start from, such as localhost:9092"));
    KafkaSettings settings =
        new KafkaSettings(
            aggregation,
            topic(Option.of("topic", options.getTopic()))
                .orElseThrow(
                    () -> new SettingException("--topic: is missing. Give it the topic to read.")),
            client,
            Option.of("startFrom", options.getStartFrom()).choice(List.of(Start.values())),
            delays(options),
            topic(Option.of("outputTopic", options.getOutputTopic())),
            topic(Option.of("lateTopic", options.getLateTopic())),
            topic(Option.of("unreadableTopic", options.getUnreadableTopic())),
            ResultTable.of(options, aggregation.resultSchema()));
    settings.requireSinks(options);
    return settings;
  }

  private void requireSinks(KafkaAggregatesOptions options) {
    if (outputTopic.isEmpty() && table.isEmpty()) {
      throw new SettingException(
          "--outputTopic: is missing, and --jdbcUrl too. Give one of them, or both, for the"
              + " results.");
    }
    for (Optional<String> written : List.of(outputTopic, lateTopic, unreadableTopic)) {
      if (written.filter(topic::equals).isPresent()) {
        throw new SettingException(
            String.format(
                "--topic=%s: is written to as well, and each record would come again. Give"
                    + " another topic to write to.",
                topic));
      }
    }
    if (table.isEmpty()) {
      return;
    }
    if (aggregation.accumulation() != Accumulation.ACCUMULATING) {
      throw new SettingException(
          String.format(
              "--accumulation=%s: a table keeps the last pane of a key and window, which must hold"
                  + " all of it. Use accumulating, or --outputTopic without --jdbcUrl.",
              options.getAccumulation()));
    }
    if (aggregation.windows().kind() == WindowChoice.Kind.SESSIONS && aggregation.refines()) {
      throw new SettingException(
          "--windows=sessions: a session that has given a pane may become part of a longer one, and"
              + " its row would stay in the table. Use --trigger=at-watermark and --lateness=0s, or"
              + " --outputTopic with --accumulation=retracting.");
    }
  }

  private static Optional<String> topic(Option option) {
    if (option.value().filter(name -> !TOPIC.matcher(name).matches()).isPresent()) {
      throw option.wrong(
          "no name of a topic", "Use at most 249 letters, digits, dots, underscores and hyphens");
    }
    return option.value();
  }

  private static Delays delays(KafkaAggregatesOptions options) {
    Option idle = Option.of("idleDelay", options.getIdleDelay());
    long maxMillis =
        DurationText.parse(
            "--maxDelay",
            Option.of("maxDelay", options.getMaxDelay()).required("a duration, such as 1m"),
            0);
    String idleText = idle.required("a duration, such as 5m, or never");
    long idleMillis =
        idleText.equalsIgnoreCase("never")
            ? Long.MAX_VALUE
            : DurationText.parse(idle.name(), idleText, 0);
    return new Delays(maxMillis, idleMillis, options.getStopAtEnd());
  }

  private static Map<String, Object> properties(Option file) {
    Map<String, Object> all = new HashMap<>();
    if (file.value().isEmpty()) {
      return all;
    }
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file.value().get()))) {
      read.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw file.wrong("cannot be read", "Give the path of a Java properties file");
    }
    read.stringPropertyNames().forEach(name -> all.put(name, read.getProperty(name)));
    return all;
  }
}
