package io.slicewise.pipelines.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.slicewise.beam.Change;
import io.slicewise.pipelines.aggregates.Column;
import io.slicewise.pipelines.aggregates.ResultRows;
import io.slicewise.pipelines.demo.aggregate.Measure;
import io.slicewise.pipelines.demo.panes.KeyWindow;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.PaneLine.Timing;
import io.slicewise.pipelines.demo.panes.WindowPanes;
import io.slicewise.pipelines.demo.report.Run;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a report shows of the files of a run, read one line at a time: counters of all, and the
 * panes of the most active keys up to a number.
 */
final class RunReport {
  static final int MOST_KEYS = 50;
  static final int MOST_PANES = 60_000;
  static final String LATE = "late.jsonl";

  private static final JsonMapper JSON = new JsonMapper();

  private final Spool.Content rows;
  private final Map<String, Long> shownKeys;
  private final int mostPanes;
  private final Map<Timing, Long> panes = new EnumMap<>(Timing.class);
  private final Map<KeyWindow, List<PaneLine>> shown = new LinkedHashMap<>();
  private long windows;
  private int panesShown;

  private RunReport(Spool.Content rows, int mostKeys, int mostPanes) {
    this.rows = rows;
    this.mostPanes = mostPanes;
    this.shownKeys =
        rows.recordsByKey().entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(mostKeys)
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
  }

  /**
   * Reads the files of a folder.
   *
   * @param dropped pairs of a record and a window that had expired
   */
  static Run of(Path folder, Spool.Content rows, long dropped) throws IOException {
    return of(folder, rows, dropped, MOST_KEYS, MOST_PANES);
  }

  static Run of(Path folder, Spool.Content rows, long dropped, int mostKeys, int mostPanes)
      throws IOException {
    RunReport report = new RunReport(rows, mostKeys, mostPanes);
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().contains("-pane-")).sorted().toList();
    }
    for (Path file : files) {
      report.read(file);
    }
    return report.run(
        dropped, lines(folder.resolve(LATE)), lines(folder.resolve(Spool.UNREADABLE)));
  }

  private static long lines(Path file) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }

  private void read(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode row = JSON.readTree(line);
        boolean pane =
            !row.has(ResultRows.KIND)
                || row.get(ResultRows.KIND).textValue().equals(Change.Kind.PANE.name());
        if (pane) {
          add(row);
        }
      }
    }
  }

  private void add(JsonNode row) {
    KeyWindow window =
        new KeyWindow(
            row.get(ResultRows.KEY).textValue(),
            millis(row, ResultRows.WINDOW_START),
            millis(row, ResultRows.WINDOW_END));
    List<PaneLine> before = shown.getOrDefault(window, List.of());
    PaneLine pane = pane(row, window, before);
    panes.merge(pane.timing(), 1L, Long::sum);
    windows += pane.index() == 0 ? 1 : 0;
    boolean has = !before.isEmpty();
    boolean room = panesShown < mostPanes && pane.index() == 0;
    if (shownKeys.containsKey(pane.key()) && (has || room)) {
      shown.computeIfAbsent(window, any -> new ArrayList<>()).add(pane);
      panesShown++;
    }
  }

  /** Panes come in the order of their index, and early ones before all others. */
  private static PaneLine pane(JsonNode row, KeyWindow window, List<PaneLine> before) {
    long index = row.get(ResultRows.PANE).longValue();
    Timing timing = Timing.valueOf(row.get(ResultRows.TIMING).textValue());
    return new PaneLine(
        window.key(),
        List.of(window.startMillis(), window.endMillis()),
        row,
        timing,
        index,
        timing == Timing.EARLY
            ? -1
            : before.isEmpty() ? 0 : before.get(before.size() - 1).nonSpeculativeIndex() + 1,
        index == 0,
        row.get(ResultRows.IS_LAST).booleanValue(),
        window.endMillis() - 1);
  }

  private static long millis(JsonNode row, String column) {
    return Instant.parse(row.get(column).textValue()).toEpochMilli();
  }

  private Run run(long dropped, long late, long unreadable) {
    Run.Counters counters =
        new Run.Counters(
            rows.rows(),
            unreadable,
            rows.rows() - unreadable,
            rows.recordsByKey().size(),
            windows,
            panes,
            late,
            Run.Counters.NOT_COUNTED,
            dropped);
    List<WindowPanes> windowsShown =
        shown.entrySet().stream()
            .map(entry -> new WindowPanes(entry.getKey(), entry.getValue()))
            .sorted(Run.order())
            .toList();
    return new Run(counters, shownKeys, windowsShown, rows.firstMillis(), rows.newestMillis());
  }

  /** The numbers in a pane, one for each column. */
  static List<Measure> measures(List<Column> columns) {
    return columns.stream()
        .map(
            column -> new Measure(column.name(), column.name(), column.kind() == Column.Kind.COUNT))
        .toList();
  }
}
