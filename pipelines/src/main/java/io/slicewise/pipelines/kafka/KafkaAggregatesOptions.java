package io.slicewise.pipelines.kafka;

import io.slicewise.pipelines.aggregates.AggregationOptions;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.Validation;

/**
 * Where {@link KafkaAggregates} reads from and writes to, as it is typed; {@link KafkaSettings#of}
 * checks it.
 */
public interface KafkaAggregatesOptions extends AggregationOptions {
  @Description("Kafka brokers to start from, HOST:PORT, separated by commas.")
  @Validation.Required
  String getBootstrapServers();

  void setBootstrapServers(String bootstrapServers);

  @Description("Topic to read; its partitions are those of when the pipeline starts.")
  @Validation.Required
  String getTopic();

  void setTopic(String topic);

  @Description(
      "Properties file with more settings of Kafka's clients, such as security.protocol and"
          + " sasl.jaas.config.")
  String getKafkaProperties();

  void setKafkaProperties(String kafkaProperties);

  @Description("Where to start in each partition: earliest or latest.")
  @Default.String("earliest")
  String getStartFrom();

  void setStartFrom(String startFrom);

  @Description(
      "How far behind the newest event time of its partition a record may be and still be on"
          + " time: the watermark of a partition is its newest event time minus this.")
  @Default.String("1m")
  String getMaxDelay();

  void setMaxDelay(String maxDelay);

  @Description(
      "How long after it happened a record may arrive: a partition without unread records lets"
          + " the watermark come this close to now, or holds it where its records left it"
          + " (never).")
  @Default.String("5m")
  String getIdleDelay();

  void setIdleDelay(String idleDelay);

  @Description(
      "Whether to stop when each partition has been read to its end and nothing came for two"
          + " seconds, which closes all windows; for backfills and demos.")
  @Default.Boolean(false)
  boolean getStopAtEnd();

  void setStopAtEnd(boolean stopAtEnd);

  @Description(
      "Topic for the results, one JSON object each, with key and window as the record's key.")
  String getOutputTopic();

  void setOutputTopic(String outputTopic);

  @Description(
      "Topic for records that came after all their windows had expired, as they came. Default:"
          + " they are only counted.")
  String getLateTopic();

  void setLateTopic(String lateTopic);

  @Description("Topic for records that cannot be read, as they came. Default: they are counted.")
  String getUnreadableTopic();

  void setUnreadableTopic(String unreadableTopic);

  @Description("PostgreSQL database for the results, such as jdbc:postgresql://HOST:PORT/DATABASE.")
  String getJdbcUrl();

  void setJdbcUrl(String jdbcUrl);

  @Description("Table that holds the latest result of each key and window, with --jdbcUrl.")
  String getJdbcTable();

  void setJdbcTable(String jdbcTable);

  @Description("User of the database.")
  String getJdbcUser();

  void setJdbcUser(String jdbcUser);

  @Description("File whose first line is the password of the database's user.")
  String getJdbcPasswordFile();

  void setJdbcPasswordFile(String jdbcPasswordFile);

  @Description("Whether to create the table if there is none.")
  @Default.Boolean(false)
  boolean getCreateTable();

  void setCreateTable(boolean createTable);
}
