package io.slicewise.pipelines.demo.report;

import io.slicewise.pipelines.demo.aggregate.Measure;
import io.slicewise.pipelines.demo.panes.WindowPanes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The last value of each window over time, one line for each of the most active keys. */
final class ActivityPicture {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 400;
  private static final int LEFT = 62;
  private static final int RIGHT = 940;
  private static final int TOP = 40;
  private static final int BOTTOM = 342;
  private static final int TICKS = 6;
  private static final int MOST_POINTS = 2000;

  /** Told apart also by people who see fewer colours (Okabe and Ito), on white. */
  private static final List<String> COLOURS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9");

  private static final List<String> DASHES =
      List.of("", "9 3", "2 3", "12 3 2 3", "5 2", "9 3 2 3 2 3");

  private final Subject subject;
  private final Measure measure;
  private final List<String> keys;
  private final Map<String, Map<Long, Double>> lines = new TreeMap<>();

  ActivityPicture(Subject subject) {
    this.subject = subject;
    this.measure = subject.measures().get(0);
    Map<String, List<WindowPanes>> byKey =
        subject.run().windows().stream()
            .collect(Collectors.groupingBy(window -> window.window().key()));
    this.keys =
        subject.run().eventsByKey().keySet().stream()
            .filter(byKey::containsKey)
            .limit(COLOURS.size())
            .toList();
    for (String key : keys) {
      Map<Long, Double> line = new TreeMap<>();
      for (WindowPanes window : byKey.get(key)) {
        measure
            .in(window.last().value())
            .ifPresent(value -> line.put(window.window().endMillis(), value));
      }
      lines.put(key, line);
    }
  }

  /** Whether there is a value to draw. */
  boolean hasData() {
    return lines.values().stream().anyMatch(line -> !line.isEmpty());
  }

  void drawTo(Markup page) {
    List<Long> ends =
        lines.values().stream()
            .flatMap(line -> line.keySet().stream())
            .distinct()
            .sorted()
            .toList();
    Scale x = Scale.ofTimes(ends.get(0), ends.get(ends.size() - 1), 8, LEFT, RIGHT);
    Scale y = values();
    legend(page);
    page.add(
        "<svg id=\"activity-picture\" class=\"picture\" viewBox=\"0 0 %d %d\" role=\"img\""
            + " aria-label=\"%s per %s over time\">",
        WIDTH, HEIGHT, measure.label(), subject.keyName());
    partWindows(page, x);
    for (double tick : y.ticks()) {
      page.add(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%s\"/><text class=\"tick\""
              + " x=\"%d\" y=\"%s\" text-anchor=\"end\">%s</text>",
          LEFT, RIGHT, y.at(tick), y.at(tick), LEFT - 8, y.at(tick) + 4, Legible.number(tick));
    }
    timeAxis(page, x);
    page.add(
        "<text class=\"axis\" x=\"%d\" y=\"%d\">%s</text>",
        4, TOP - 18, measure.label() + " per window");
    for (int i = 0; i < keys.size(); i++) {
      page.add(
          "<path class=\"series\" data-key=\"%s\" stroke=\"%s\" stroke-dasharray=\"%s\""
              + " d=\"%s\"><title>%s</title></path>",
          keys.get(i), COLOURS.get(i), DASHES.get(i), path(keys.get(i), ends, x, y), keys.get(i));
    }
    page.raw("</svg>");
  }

  private Scale values() {
    List<Double> all = new ArrayList<>();
    lines.values().forEach(line -> all.addAll(line.values()));
    double least = all.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double most = all.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return Scale.ofNumbers(
        measure.zeroWithoutData() ? Math.min(0, least) : least, most, TICKS, BOTTOM, TOP);
  }

  private void legend(Markup page) {
    page.raw("<ul class=\"legend\">");
    Map<String, Long> events = subject.run().eventsByKey();
    for (int i = 0; i < keys.size(); i++) {
      page.add(
          "<li><svg width=\"34\" height=\"10\" aria-hidden=\"true\"><line x1=\"1\" x2=\"33\" y1=\"5\""
              + " y2=\"5\" stroke=\"%s\" stroke-width=\"3\" stroke-dasharray=\"%s\"/></svg>"
              + " <b>%s</b> %s</li>",
          COLOURS.get(i),
          DASHES.get(i),
          Legible.key(keys.get(i), 30),
          Legible.count(events.get(keys.get(i))));
    }
    page.raw("</ul>");
  }

  /** Windows that begin before the first event or end after the newest hold part of a window. */
  private void partWindows(Markup page, Scale x) {
    if (subject.sizeMillis() == 0) {
      return;
    }
    double firstFull =
        x.at(Math.min(x.high(), (double) subject.run().firstMillis() + subject.sizeMillis()));
    double lastFull =
        x.at(Math.max(x.low(), Math.min(x.high(), (double) subject.run().newestMillis())));
    band(page, LEFT, Math.min(firstFull, lastFull));
    band(page, Math.max(firstFull, lastFull), RIGHT);
  }

  private static void band(Markup page, double from, double to) {
    if (to - from < 1) {
      return;
    }
    page.add(
        "<rect class=\"part\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\"/>",
        from, TOP, to - from, BOTTOM - TOP);
    if (to - from > 90) {
      page.add(
          "<text class=\"note\" x=\"%s\" y=\"%d\" text-anchor=\"middle\">windows not full</text>",
          (from + to) / 2, TOP + 14);
    }
  }

  private static void timeAxis(Markup page, Scale x) {
    for (double tick : x.ticks()) {
      long millis = (long) tick;
      page.add(
          "<line class=\"axis-tick\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"/><text class=\"tick\""
              + " x=\"%s\" y=\"%d\" text-anchor=\"middle\">%s</text>",
          x.at(tick),
          x.at(tick),
          BOTTOM,
          BOTTOM + 6,
          x.at(tick),
          BOTTOM + 22,
          x.ofDays() ? Legible.day(millis) : Legible.dayAndMinute(millis));
    }
    page.add(
        "<text class=\"axis\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">end of the window"
            + " (UTC)</text>",
        (LEFT + RIGHT) / 2, HEIGHT - 10);
  }

  /** A line that breaks, or falls to zero, where a window has no value; every n-th of very many. */
  private String path(String key, List<Long> ends, Scale x, Scale y) {
    StringBuilder path = new StringBuilder();
    boolean pen = false;
    int every = ends.size() / MOST_POINTS + 1;
    for (int i = 0; i < ends.size(); i += every) {
      OptionalDouble value = value(lines.get(key), ends.get(i));
      if (value.isPresent()) {
        path.append(pen ? "L" : "M")
            .append(Markup.place(x.at(ends.get(i))))
            .append(' ')
            .append(Markup.place(y.at(value.getAsDouble())))
            .append(pen ? "" : "h0");
      }
      pen = value.isPresent();
    }
    return path.toString();
  }

  private OptionalDouble value(Map<Long, Double> line, long end) {
    Double value = line.get(end);
    if (value != null) {
      return OptionalDouble.of(value);
    }
    return measure.zeroWithoutData() ? OptionalDouble.of(0) : OptionalDouble.empty();
  }
}
