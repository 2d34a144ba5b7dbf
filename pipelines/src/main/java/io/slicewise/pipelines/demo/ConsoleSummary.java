package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.demo.aggregate.Measure;
import io.slicewise.pipelines.demo.panes.Outcome;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.WindowPanes;
import io.slicewise.pipelines.demo.report.Legible;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the command prints when a run is over. */
record ConsoleSummary(DemoSettings settings, Outcome outcome) {
  private static final int MOST_KEYS = 8;
  private static final int WIDEST_KEY = 24;

  String text() {
    List<String> lines = new ArrayList<>();
    WindowSettings windows = settings.windows();
    lines.add(
        String.format(
            "%s: %s, %s, by %s, on %s",
            settings.source(),
            plural(outcome.rows().events().size(), "event"),
            settings
                .reader()
                .fields()
                .arrival()
                .map(field -> "in the order of " + field)
                .orElse("in the order of the file"),
            settings.reader().fields().key(),
            settings.runner()));
    lines.add(
        String.format(
            "Windows of %s every %s, lateness %s; the watermark is the newest %s minus %s",
            DurationText.format(windows.sizeMillis()),
            DurationText.format(windows.periodMillis()),
            DurationText.format(windows.latenessMillis()),
            settings.reader().fields().timestamp(),
            DurationText.format(windows.boundMillis())));
    lines.add("");
    if (!outcome.panes().isEmpty()) {
      lines.add("Last panes of the most active keys, each in its last full window (UTC)");
      lines.add("");
      lines.addAll(TextTable.lines(lastPanes()));
      lines.add("");
      lines.add("Their windows with the most panes: what late events changed");
      lines.add("");
      lines.addAll(TextTable.lines(refinements()));
      lines.add("");
    }
    lines.add(panes());
    lines.add(late());
    lines.add(rows());
    lines.add(wrote());
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private List<List<String>> lastPanes() {
    Map<String, Long> events = outcome.eventsByKey();
    List<List<String>> table = new ArrayList<>();
    List<String> head =
        new ArrayList<>(
            List.of(
                settings.reader().fields().key(), "all events", "window", "panes", "last pane"));
    settings.aggregate().measures().forEach(measure -> head.add(measure.label()));
    table.add(head);
    for (WindowPanes window : outcome.lastFullWindows(MOST_KEYS)) {
      List<String> row = new ArrayList<>();
      row.add(Legible.key(window.window().key(), WIDEST_KEY));
      row.add(Legible.count(events.get(window.window().key())));
      row.add(Legible.window(window.window()));
      row.add(Legible.count(window.panes().size()));
      row.add(Legible.timing(window.last().timing()));
      for (Measure measure : settings.aggregate().measures()) {
        row.add(Legible.number(measure, window.last().value()));
      }
      table.add(row);
    }
    return table;
  }

  private List<List<String>> refinements() {
    Measure measure = settings.aggregate().measures().get(0);
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of(
            settings.reader().fields().key(),
            "window",
            "panes",
            measure.label() + " on time",
            measure.label() + " in the end"));
    for (WindowPanes window : outcome.mostRefinedWindows(MOST_KEYS)) {
      table.add(
          List.of(
              Legible.key(window.window().key(), WIDEST_KEY),
              Legible.window(window.window()),
              Legible.count(window.panes().size()),
              window.onTime().map(pane -> Legible.number(measure, pane.value())).orElse("-"),
              Legible.number(measure, window.last().value())));
    }
    return table;
  }

  private String panes() {
    return String.format(
        "Panes  %s: %s early, %s on time, %s late; in %s of %s",
        Legible.count(outcome.panes().size()),
        Legible.count(outcome.panes(PaneLine.Timing.EARLY)),
        Legible.count(outcome.panes(PaneLine.Timing.ON_TIME)),
        Legible.count(outcome.panes(PaneLine.Timing.LATE)),
        plural(outcome.windows().size(), "window"),
        plural(outcome.eventsByKey().size(), "key"));
  }

  private String late() {
    if (outcome.late().isEmpty()) {
      return "Late   no event came too late for all its windows";
    }
    return outcome
        .worst()
        .map(
            worst ->
                String.format(
                    "Late   %s came too late for all %s windows; the worst, line %s, was %s"
                        + " behind the watermark",
                    plural(outcome.late().size(), "event"),
                    outcome.late().size() == 1 ? "its" : "their",
                    Legible.count(worst.line()),
                    Legible.duration(worst.delayMillis())))
        .orElseThrow();
  }

  private String rows() {
    if (outcome.rows().rows() == 0) {
      return "Rows   the input has none";
    }
    int unreadable = outcome.rows().deadLetters().size();
    return unreadable == 0
        ? "Rows   all " + Legible.count(outcome.rows().rows()) + " could be read"
        : String.format(
            "Rows   %s of %s could not be read; reasons in %s",
            Legible.count(unreadable),
            Legible.count(outcome.rows().rows()),
            settings.files().deadLetters());
  }

  private String wrote() {
    return String.format(
        "Wrote  %s, %s, %s",
        settings.files().panes(), settings.files().late(), settings.files().report());
  }

  private static String plural(long count, String noun) {
    return Legible.count(count) + " " + noun + (count == 1 ? "" : "s");
  }
}
