package io.slicewise.pipelines.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.dataflow.local.LocalMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of files, and the rows that they become. */
class FilesToBigQueryTest {
  @TempDir private Path folder;

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
                  "--input=" + folder.resolve("*.jsonl"),
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
