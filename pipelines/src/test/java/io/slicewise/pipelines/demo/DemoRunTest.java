package io.slicewise.pipelines.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.pipelines.demo.input.ReadRows;
import io.slicewise.pipelines.demo.panes.LateLine;
import io.slicewise.pipelines.demo.panes.Outcome;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.PaneLine.Timing;
import io.slicewise.pipelines.demo.panes.WindowPanes;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** The whole demo on each runner, against a model and against a plain recomputation. */
class DemoRunTest {
  private static final long HOUR = 3_600_000;

  private static Outcome run(LocalRunner runner, String lateness) throws IOException {
    DemoOptions options = new DemoOptions();
    CommandLine.populateCommand(options, "--runner=" + runner, "--lateness=" + lateness);
    DemoSettings settings = DemoSettings.of(options);
    ReadRows rows = settings.reader().read(settings.source().read());
    return DemoRun.run(settings, rows);
  }

  @ParameterizedTest
  @EnumSource(LocalRunner.class)
  void everyPane_isTheOneOfTheModel(LocalRunner runner) throws IOException {
    Outcome outcome = run(runner, "12h");
    PaneModel model =
        new PaneModel(
            new WindowSettings(24 * HOUR, HOUR, 12 * HOUR, 6 * HOUR), outcome.rows().events());

    assertThat(outcome.panes())
        .extracting(
            pane ->
                new PaneModel.Pane(
                    pane.key(),
                    pane.startMillis(),
                    pane.value().get("count").longValue(),
                    pane.timing(),
                    pane.index()))
        .containsExactlyElementsOf(model.panes());
    assertThat(outcome.late())
        .extracting(LateLine::line)
        .containsExactlyElementsOf(model.lateLines());

    assertThat(outcome.rows().events()).hasSize(1707);
    assertThat(outcome.panes(Timing.EARLY)).isEqualTo(2301);
    assertThat(outcome.panes(Timing.ON_TIME)).isEqualTo(1775);
    assertThat(outcome.panes(Timing.LATE)).isEqualTo(3843);
    assertThat(outcome.windows()).hasSize(1880);
    assertThat(outcome.late()).hasSize(208);
    assertThat(outcome.worst()).map(LateLine::delayMillis).contains(553_777_336L);
  }

  @ParameterizedTest
  @EnumSource(LocalRunner.class)
  void withoutLateEvents_lastPanesAreARecomputationFromTheFile(LocalRunner runner)
      throws IOException {
    Outcome outcome = run(runner, "161h");
    Map<String, String> last = new TreeMap<>();
    for (WindowPanes window : outcome.windows()) {
      PaneLine pane = window.last();
      last.put(pane.key() + " " + pane.startMillis(), pane.value().toString());
    }

    assertThat(outcome.late()).isEmpty();
    assertThat(last).isEqualTo(recomputed());
  }

  /** More events than are replayed one by one; each tenth is two hours old. */
  @ParameterizedTest
  @EnumSource(LocalRunner.class)
  void watermarksOfLateEvents_areExact_amongManyEvents(LocalRunner runner, @TempDir Path folder)
      throws IOException {
    StringBuilder rows = new StringBuilder("net,time\n");
    Map<Long, Long> watermarks = new TreeMap<>();
    long newest = 0;
    for (long i = 0; i < 6_000; i++) {
      boolean old = i % 10 == 9;
      long time = 10 * HOUR + i * 1_000 - (old ? 2 * HOUR : 0);
      rows.append("a,").append(time).append('\n');
      newest = Math.max(newest, time);
      if (old) {
        watermarks.put(i + 2, newest - 60_000);
      }
    }
    DemoOptions options = new DemoOptions();
    CommandLine.populateCommand(
        options,
        "--runner=" + runner,
        "--input=" + Files.writeString(folder.resolve("rows.csv"), rows),
        "--arrival=none",
        "--size=1h",
        "--lateness=0s",
        "--bound=1m");
    DemoSettings settings = DemoSettings.of(options);
    Outcome outcome = DemoRun.run(settings, settings.reader().read(settings.source().read()));
    Map<Long, Long> late = new TreeMap<>();
    outcome.late().forEach(line -> late.put(line.line(), line.watermark()));

    assertThat(late).isNotEmpty();
    assertThat(late).allSatisfy((line, at) -> assertThat(at).isEqualTo(watermarks.get(line)));
  }

  /** Straight from the text of the file: no reader, no events, no tallies of the demo. */
  private static Map<String, String> recomputed() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Map<String, Recomputed> windows = new TreeMap<>();
    String text = new String(RowSource.bundled().read(), StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      JsonNode row = mapper.readTree(line);
      long hour = Math.floorDiv(row.get("time").longValue(), HOUR);
      for (long start = hour - 23; start <= hour; start++) {
        windows
            .computeIfAbsent(
                row.get("net").textValue() + " " + start * HOUR, any -> new Recomputed())
            .add(row);
      }
    }
    Map<String, String> values = new TreeMap<>();
    windows.forEach((window, recomputed) -> values.put(window, recomputed.value()));
    return values;
  }

  private static final class Recomputed {
    private final List<String> depths = new ArrayList<>();
    private double maxMagnitude = Double.NEGATIVE_INFINITY;

    void add(JsonNode row) {
      depths.add(row.get("depth").asText());
      maxMagnitude = Math.max(maxMagnitude, row.get("mag").doubleValue());
    }

    String value() {
      BigDecimal sum =
          depths.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
      double mean = sum.doubleValue() / depths.size();
      return String.format(
          "{\"count\":%d,\"maxMagnitude\":%s,\"meanDepth\":%s}",
          depths.size(), plain(maxMagnitude), plain(mean));
    }

    private static String plain(double number) {
      return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
  }
}
