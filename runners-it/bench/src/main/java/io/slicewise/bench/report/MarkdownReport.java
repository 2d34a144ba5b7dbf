package io.slicewise.bench.report;

import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.RunResult;
import io.slicewise.bench.suite.RowResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of a suite in Markdown. */
public final class MarkdownReport {
  private static final String UNKNOWN = "-";

  private MarkdownReport() {}

  /** Both tables: the ratios, then the runs. */
  public static String of(List<RowResult> rows) {
    return ratios(rows) + "\n" + runs(rows);
  }

  /** One line for each row: events per second of the sliced engine over those of the others. */
  public static String ratios(List<RowResult> rows) {
    List<Engine> others =
        rows.stream()
            .flatMap(row -> row.row().engines().stream())
            .filter(engine -> engine != Engine.SLICED)
            .distinct()
            .sorted()
            .toList();
    List<String> head = new ArrayList<>(List.of("row", "size / period"));
    others.forEach(engine -> head.add("sliced / " + engine));
    List<List<String>> lines = new ArrayList<>();
    for (RowResult row : rows) {
      List<String> line = new ArrayList<>(List.of(row.row().name(), number(row.row().ratio())));
      for (Engine engine : others) {
        line.add(
            row.runs().containsKey(engine)
                ? String.format(Locale.ROOT, "%.2f", row.slicedOver(engine))
                : UNKNOWN);
      }
      lines.add(line);
    }
    return table(head, lines);
  }

  /** One line for each row and engine: its middle run. */
  public static String runs(List<RowResult> rows) {
    List<List<String>> lines = new ArrayList<>();
    for (RowResult row : rows) {
      for (Engine engine : row.row().engines()) {
        RunResult run = row.medianRun(engine);
        lines.add(
            List.of(
                row.row().name(),
                engine.toString(),
                number(run.events()),
                number(Math.round(run.eventsPerSecond())),
                number(Math.round(row.leastEventsPerSecond(engine))),
                rounded(run.panesPerSecond()),
                run.windows() == null ? UNKNOWN : number(run.windows()),
                perEvent(run.shuffleRecords(), run, "%.2f"),
                perEvent(run.shuffleBytes(), run, "%.1f"),
                rounded(run.stateBytesPerKey()),
                rounded(run.stateBytesPerElement()),
                rounded(run.timersPerKey()),
                run.checkpointMillis() == null ? UNKNOWN : number(run.checkpointMillis())));
      }
    }
    return table(
        List.of(
            "row",
            "engine",
            "events",
            "events / s, median",
            "events / s, minimum",
            "panes / s",
            "windows",
            "shuffled records / event",
            "shuffled bytes / event",
            "state bytes / key",
            "state bytes / event",
            "timers / key",
            "checkpoint, ms"),
        lines);
  }

  private static String perEvent(Long count, RunResult run, String format) {
    return count == null
        ? UNKNOWN
        : String.format(Locale.ROOT, format, (double) count / run.events());
  }

  private static String rounded(Double value) {
    return value == null ? UNKNOWN : number(Math.round(value));
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String table(List<String> head, List<List<String>> lines) {
    StringBuilder text = new StringBuilder();
    line(text, head);
    line(text, head.stream().map(title -> "---").toList());
    lines.forEach(cells -> line(text, cells));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
