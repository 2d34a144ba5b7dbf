package io.slicewise.pipelines.dataflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.dataflow.local.LocalMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of files, and the rows that they become. */
class FilesToBigQueryTest {
  @TempDir private Path folder;

  /** Sliding windows that the files hold a part of are left alone. */
  @Test
  void rowsOfWindowsInTheRange() throws Exception {
    Files.write(
        folder.resolve("a.jsonl"),
        List.of(
            "{\"customer\":\"ada\",\"time\":\"2026-11-30T09:01:00Z\"}",
            "{\"customer\":\"ada\",\"time\":\"2026-11-30T09:19:00Z\"}"));
    try (Rig rig = Rig.start()) {
      FilesToBigQuery.build(
              rig.options(
                  FilesToBigQueryOptions.class,
                  "--inputFiles=" + folder.resolve("*.jsonl"),
                  "--key=customer",
                  "--timestamp=time",
                  "--timestampFormat=iso",
                  "--windows=sliding",
                  "--size=10m",
                  "--period=5m",
                  "--windowsFrom=2026-11-30T09:00:00Z",
                  "--windowsUntil=2026-11-30T09:20:00Z"),
              rig.clients())
          .run()
          .waitUntilFinish();
      assertThat(rig.rows("window_start", "window_end", "count"))
          .containsExactly(
              "2026-11-30 T09:00:00 2026-11-30 T09:10:00 1",
              "2026-11-30 T09:10:00 2026-11-30 T09:20:00 1");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--timestamp= | --timestamp: is missing. Give it the field with the event time, such as"
            + " time.",
        "--inputFiles= | --inputFiles: is missing. Give it a value such as gs://my-bucket/orders/*.jsonl.",
        "--format=avro --avroSchema=templates/Dockerfile | --avroSchema=templates/Dockerfile: not an",
        "--windowsFrom=today | --windowsFrom=today: not a time. Write it as 2026-11-30T00:00:00Z.",
        "--windowsUntil=2026 | --windowsUntil=2026: not a time. Write it as 2026-11-30T00:00:00Z."
      })
  void wrongOptions(String option, String message) {
    Map<String, String> options = new TreeMap<>();
    Stream.of(
            "--inputFiles=orders.jsonl",
            "--table=my-project:shop.orders",
            "--deadLetterTopic=projects/my-project/topics/dead-letters",
            "--key=customer",
            "--timestamp=time",
            "--size=10m")
        .forEach(good -> options.put(good.split("=", 2)[0], good));
    for (String given : option.split(" ", -1)) {
      options.put(given.split("=", 2)[0], given);
    }
    options.values().removeIf(value -> value.endsWith("="));
    assertThatThrownBy(
            () ->
                FilesToBigQuery.build(
                    PipelineOptionsFactory.fromArgs(options.values().toArray(new String[0]))
                        .withValidation()
                        .as(FilesToBigQueryOptions.class),
                    Clients.ofBeam()))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void linesOfAllFiles_areInOneTable() throws Exception {
    Files.write(
        folder.resolve("a.jsonl"),
        List.of(
            "{\"customer\":\"ada\",\"time\":\"2026-11-30T09:11:00Z\",\"amount\":1}",
            "{\"customer\":\"ada\",\"amount\":100}",
            "",
            "{\"customer\":\"ada\",\"time\":\"2026-11-30T09:01:00Z\",\"amount\":2}"));
    Files.write(
        folder.resolve("b.jsonl"),
        List.of("{\"customer\":\"ada\",\"time\":\"2026-11-30T09:02:00Z\",\"amount\":4}"));
    try (Rig rig = Rig.start()) {
      FilesToBigQuery.build(
              rig.options(
                  FilesToBigQueryOptions.class,
                  "--inputFiles=" + folder.resolve("*.jsonl"),
                  "--key=customer",
                  "--timestamp=time",
                  "--timestampFormat=iso",
                  "--aggregates=sum:amount",
                  "--size=10m"),
              rig.clients())
          .run()
          .waitUntilFinish();
      assertThat(rig.rows("key", "window_start", "sum_amount"))
          .containsExactly("ada 2026-11-30 T09:00:00 6", "ada 2026-11-30 T09:10:00 1");
      assertThat(rig.deadLetters())
          .containsExactly(
              new LocalMessage(
                  "{\"customer\":\"ada\",\"amount\":100}",
                  Map.of(
                      "kind",
                      "unreadable",
                      "reason",
                      "no field 'time'; there are: amount, customer")));
    }
  }
}
