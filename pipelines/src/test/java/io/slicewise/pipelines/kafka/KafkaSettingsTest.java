package io.slicewise.pipelines.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.pipelines.SettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaSettingsTest {
  @TempDir private static Path folder;

  /** A working set of options, changed as typed; {@code --NAME-} leaves one out. */
  private static KafkaSettings settings(String typed) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("--key", "id");
    options.put("--size", "5m");
    options.put("--bootstrapServers", "localhost:1");
    options.put("--topic", "in");
    options.put("--outputTopic", "out");
    for (String arg : typed.strip().split(" +")) {
      String[] parts = arg.split("=", 2);
      if (parts.length == 1 && arg.endsWith("-")) {
        options.remove(arg.substring(0, arg.length() - 1));
      } else if (!arg.isEmpty()) {
        options.put(parts[0], parts.length == 1 ? "true" : parts[1]);
      }
    }
    return KafkaSettings.of(
        PipelineOptionsFactory.fromArgs(
                options.entrySet().stream()
                    .map(option -> option.getKey() + "=" + option.getValue())
                    .toArray(String[]::new))
            .as(KafkaAggregatesOptions.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --bootstrapServers- | --bootstrapServers: is missing. Give it the brokers to start from, such as localhost:9092.
          --topic- | --topic: is missing. Give it the topic to read.
          --topic=a/b | --topic=a/b: no name of a topic. Use at most 249 letters, digits, dots, underscores and hyphens.
          --lateTopic=a:b | --lateTopic=a:b: no name of a topic. Use at most 249 letters, digits, dots, underscores and hyphens.
          --unreadableTopic=in | --topic=in: is written to as well, and each record would come again. Give another topic to write to.
          --kafkaProperties=/no/such | --kafkaProperties=/no/such: cannot be read. Give the path of a Java properties file.
          --startFrom=middle | --startFrom=middle: unknown. Use one of: earliest, latest.
          --maxDelay=soon | --maxDelay=soon: not a duration. Write a whole number and a unit, such as 500ms, 30s, 90m, 24h or 7d, or an ISO 8601 duration such as PT24H.
          --idleDelay=-1s | --idleDelay=-1s: must be zero or more. Use for example 24h.
          --outputTopic- | --outputTopic: is missing, and --jdbcUrl too. Give one of them, or both, for the results.
          --jdbcTable=t | --jdbcTable=t: has no effect: without --jdbcUrl there is no database. Leave it out.
          --jdbcUrl=jdbc:h2:mem | --jdbcUrl=jdbc:h2:mem: no URL of a PostgreSQL database. Use jdbc:postgresql://HOST:PORT/DATABASE.
          --jdbcUrl=jdbc:postgresql://h/d | --jdbcTable: is missing. Give it the table for the results, such as sums.
          --jdbcUrl=jdbc:postgresql://h/d --jdbcTable=A;B | --jdbcTable=A;B: no name of a table. Use lower-case letters, digits and underscores, with SCHEMA. before it if need be.
          --jdbcUrl=jdbc:postgresql://h/d --jdbcTable=t --jdbcPasswordFile=/no | --jdbcPasswordFile=/no: cannot be read. Give the path of a file with the password.
          --jdbcUrl=jdbc:postgresql://h/d --jdbcTable=t --accumulation=discarding | --accumulation=discarding: a table keeps the last pane of a key and window, which must hold all of it. Use accumulating, or --outputTopic without --jdbcUrl.
          --jdbcUrl=jdbc:postgresql://h/d --jdbcTable=t --windows=sessions --size- --gap=1m --lateness=1m | --windows=sessions: a session that has given a pane may become part of a longer one, and its row would stay in the table. Use --trigger=at-watermark and --lateness=0s, or --outputTopic with --accumulation=retracting.
          --key- | --key: is missing. Give it the field to group by, such as customer.id.
          """)
  void mistakes_haveOneLine(String typed, String message) {
    assertThatThrownBy(() -> settings(typed))
        .isInstanceOf(SettingException.class)
        .hasMessage(message);
  }

  @Test
  void filesAreRead_andTheBrokersAreThoseOfTheOption() throws Exception {
    Path properties =
        Files.writeString(
            folder.resolve("kafka.properties"),
            "security.protocol=SASL_SSL\nbootstrap.servers=elsewhere:1\n");
    Path password = Files.writeString(folder.resolve("password"), "s3cret\n");
    KafkaSettings settings =
        settings(
            "--kafkaProperties="
                + properties
                + " --jdbcUrl=jdbc:postgresql://h/d --jdbcTable=t --jdbcUser=u --jdbcPasswordFile="
                + password);
    assertThat(settings.client())
        .isEqualTo(Map.of("security.protocol", "SASL_SSL", "bootstrap.servers", "localhost:1"));
    assertThat(settings.table().orElseThrow().passwordOrNull()).isEqualTo("s3cret");
    assertThat(settings.toString()).doesNotContain("s3cret");
  }

  @Test
  void theTable_keepsThePaneWithTheHighestNumber() {
    ResultTable table =
        settings(
                "--jdbcUrl=jdbc:postgresql://h/d --jdbcTable=s.t --size=1m,1h"
                    + " --aggregates=count,sum:a,mean:a")
            .table()
            .orElseThrow();
    assertThat(table.ddl())
        .isEqualTo(
            "CREATE TABLE IF NOT EXISTS s.t (key TEXT NOT NULL, window_start TIMESTAMPTZ NOT NULL,"
                + " window_end TIMESTAMPTZ NOT NULL, window_size BIGINT NOT NULL,"
                + " pane BIGINT NOT NULL, timing TEXT NOT NULL, is_last BOOLEAN NOT NULL,"
                + " count BIGINT, sum_a NUMERIC, mean_a DOUBLE PRECISION,"
                + " PRIMARY KEY (key, window_start, window_end))");
    assertThat(table.upsert())
        .isEqualTo(
            "INSERT INTO s.t AS present (key, window_start, window_end, window_size, pane, timing,"
                + " is_last, count, sum_a, mean_a) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                + " ON CONFLICT (key, window_start, window_end) DO UPDATE SET"
                + " window_size = excluded.window_size, pane = excluded.pane,"
                + " timing = excluded.timing, is_last = excluded.is_last, count = excluded.count,"
                + " sum_a = excluded.sum_a, mean_a = excluded.mean_a"
                + " WHERE excluded.pane >= present.pane");
  }
}
