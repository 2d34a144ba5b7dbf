package io.slicewise.pipelines.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.PaneLine.Timing;
import io.slicewise.pipelines.demo.report.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {
  private static final int KEYS = 30;
  private static final int WINDOWS = 20;

  @TempDir Path folder;
  private final Map<String, Long> recordsByKey = new LinkedHashMap<>();

  /**
   * Each key has two panes in each of its windows; the keys with high numbers have more records.
   */
  @BeforeEach
  void writeResults() throws IOException {
    for (int window = 0; window < WINDOWS; window++) {
      for (int pane = 0; pane < 2; pane++) {
        StringBuilder lines = new StringBuilder();
        for (int key = 0; key < KEYS; key++) {
          lines.append(line("key" + key, window, pane)).append('\n');
        }
        Files.writeString(
            folder.resolve(String.format("%03d--%03d-pane-%05d.jsonl", window, window + 1, pane)),
            lines);
      }
    }
    for (int key = 0; key < KEYS; key++) {
      recordsByKey.put("key" + key, 100L + key);
    }
    Files.writeString(folder.resolve("late.jsonl"), "{}\n{}\n{}\n");
    Files.writeString(folder.resolve("unreadable.jsonl"), "{}\n");
  }

  private static String line(String key, int window, int pane) {
    return line(key, window, pane, pane == 0 ? "ON_TIME" : "LATE");
  }

  private static String line(String key, int window, int pane, String timing) {
    return String.format(
        "{\"key\":\"%s\",\"window_start\":\"%s\",\"window_end\":\"%s\",\"pane\":%d,\"timing\":\"%s\","
            + "\"is_last\":%b,\"count\":%d}",
        key,
        Instant.ofEpochSecond(window),
        Instant.ofEpochSecond(window + 1),
        pane,
        timing,
        pane == 1,
        pane + 1);
  }

  private Spool.Content rows() {
    return new Spool.Content(
        folder, new WatermarkSteps(0, 1), 5_000, 4_999, 1, 0, 20_000, recordsByKey, 12);
  }

  @Test
  void allFits_allIsShown() throws IOException {
    Run run = RunReport.of(folder, rows(), 4);

    assertThat(run.windows()).hasSize(KEYS * WINDOWS).allMatch(w -> w.panes().size() == 2);
    assertThat(run.counters())
        .isEqualTo(
            new Run.Counters(
                5_000,
                1,
                4_999,
                KEYS,
                KEYS * WINDOWS,
                Map.of(Timing.ON_TIME, 600L, Timing.LATE, 600L),
                3,
                -1,
                4));
  }

  @Test
  void manyKeysAndPanes_areShownInPart_countedInWhole() throws IOException {
    Run run = RunReport.of(folder, rows(), 4, 5, 41);

    assertThat(run.eventsByKey().keySet())
        .containsExactly("key29", "key28", "key27", "key26", "key25");
    assertThat(run.windows())
        .allMatch(window -> window.panes().size() == 2)
        .allMatch(window -> run.eventsByKey().containsKey(window.window().key()))
        .hasSizeBetween(20, 25);
    assertThat(run.counters().windows()).isEqualTo(KEYS * WINDOWS);
    assertThat(run.counters().allPanes()).isEqualTo(1_200);
  }

  @Test
  void earlyPanes_haveNoNumberAmongTheOthers(@TempDir Path other) throws IOException {
    List<String> timings = List.of("EARLY", "EARLY", "ON_TIME", "LATE");
    for (int pane = 0; pane < timings.size(); pane++) {
      Files.writeString(
          other.resolve("0--1-pane-0000" + pane + ".jsonl"),
          line("key1", 0, pane, timings.get(pane)));
    }

    assertThat(RunReport.of(other, rows(), 0).windows())
        .singleElement()
        .satisfies(
            window ->
                assertThat(window.panes())
                    .extracting(PaneLine::index, PaneLine::nonSpeculativeIndex)
                    .containsExactly(tuple(0L, -1L), tuple(1L, -1L), tuple(2L, 0L), tuple(3L, 1L)));
  }
}
