package io.slicewise.bench.report;

import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.suite.RowResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Events per second against size / period as SVG, one line for each engine, both axes logarithmic.
 * It has no background and takes its ink from the colour scheme of the reader.
 */
public final class ThroughputChart {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 460;
  private static final int LEFT = 80;
  private static final int RIGHT = 690;
  private static final int TOP = 50;
  private static final int BOTTOM = 390;
  private static final int LABEL_HEIGHT = 18;

  /** Told apart also by people who see fewer colours, on white and on black. */
  private static final Map<Engine, String> COLOURS =
      new EnumMap<>(
          Map.of(
              Engine.SLICED, "#1f8ae0",
              Engine.NATIVE, "#d55e00",
              Engine.FLOOR, "#7d8590",
              Engine.FLINK_SQL, "#0f9d76",
              Engine.FLINK_DATASTREAM, "#c764a0"));

  private final StringBuilder svg = new StringBuilder();
  private final List<Line> lines;
  private final LogScale x;
  private final LogScale y;

  private ThroughputChart(List<Line> lines) {
    this.lines = lines;
    this.x =
        LogScale.of(
            lines.stream().flatMap(line -> line.points.stream()).map(Point::ratio).toList(),
            LEFT + 10.0,
            RIGHT - 10.0);
    this.y =
        LogScale.of(
            lines.stream().flatMap(line -> line.points.stream()).map(Point::perSecond).toList(),
            BOTTOM - 10.0,
            TOP + 10.0);
  }

  /**
   * The chart of rows that differ in nothing but the ratio.
   *
   * @param rows one or more
   */
  public static String of(List<RowResult> rows) {
    List<Line> lines = new ArrayList<>();
    for (Engine engine : Engine.values()) {
      List<Point> points =
          rows.stream()
              .filter(row -> row.runs().containsKey(engine))
              .map(row -> new Point((double) row.row().ratio(), row.medianEventsPerSecond(engine)))
              .sorted(Comparator.comparing(Point::ratio))
              .toList();
      if (!points.isEmpty()) {
        lines.add(new Line(engine, points));
      }
    }
    return new ThroughputChart(lines).draw();
  }

  private String draw() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
            + " aria-label=\"Events per second against size / period, by engine\">",
        WIDTH, HEIGHT);
    add(
        "<style>text{font:13px system-ui,sans-serif;fill:#24292f}.grid{stroke:#8b949e;"
            + "stroke-opacity:.35}.line{fill:none;stroke-width:2.5}"
            + "@media (prefers-color-scheme:dark){text{fill:#e6edf3}}</style>");
    add("<text x=\"%d\" y=\"24\">events per second (logarithmic)</text>", LEFT - 60);
    add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">size / period of the windows"
            + " (logarithmic)</text>",
        (LEFT + RIGHT) / 2, BOTTOM + 50);
    drawGrid();
    lines.forEach(this::draw);
    drawLabels();
    return svg.append("</svg>\n").toString();
  }

  private void drawGrid() {
    for (double tick : y.ticks()) {
      double place = y.at(tick);
      add(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
          LEFT, RIGHT, place, place);
      add(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,d</text>",
          LEFT - 8, place + 4.5, Math.round(tick));
    }
    double free = Double.NEGATIVE_INFINITY;
    for (double ratio :
        lines.stream()
            .flatMap(line -> line.points.stream())
            .map(Point::ratio)
            .distinct()
            .sorted()
            .toList()) {
      double place = x.at(ratio);
      add(
          "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
          place, place, TOP, BOTTOM);
      if (place >= free) {
        add(
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,d</text>",
            place, BOTTOM + 20, Math.round(ratio));
        free = place + 44;
      }
    }
  }

  private void draw(Line line) {
    String colour = COLOURS.get(line.engine);
    StringBuilder places = new StringBuilder();
    for (Point point : line.points) {
      places.append(
          String.format(Locale.ROOT, "%.1f,%.1f ", x.at(point.ratio), y.at(point.perSecond)));
    }
    add(
        "<polyline class=\"line\" stroke=\"%s\" points=\"%s\"/>",
        colour, places.toString().strip());
    for (Point point : line.points) {
      add(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"><title>%s, %,d: %,d events per"
              + " second</title></circle>",
          x.at(point.ratio),
          y.at(point.perSecond),
          colour,
          line.engine,
          Math.round(point.ratio),
          Math.round(point.perSecond));
    }
  }

  /**
   * The names right of the picture, each beside the end of its line or as near as there is room.
   */
  private void drawLabels() {
    double free = TOP;
    for (Line line :
        lines.stream().sorted(Comparator.comparing(line -> y.at(line.end().perSecond))).toList()) {
      double end = y.at(line.end().perSecond);
      double place = Math.max(end, free);
      free = place + LABEL_HEIGHT;
      String colour = COLOURS.get(line.engine);
      add(
          "<line stroke=\"%s\" stroke-dasharray=\"2 3\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%d\""
              + " y2=\"%.1f\"/>",
          colour, x.at(line.end().ratio) + 6, end, RIGHT + 10, place);
      add(
          "<rect x=\"%d\" y=\"%.1f\" width=\"10\" height=\"10\" fill=\"%s\"/>",
          RIGHT + 14, place - 5, colour);
      add("<text x=\"%d\" y=\"%.1f\">%s</text>", RIGHT + 30, place + 4.5, line.engine);
    }
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private record Point(double ratio, double perSecond) {}

  private record Line(Engine engine, List<Point> points) {
    Point end() {
      return points.get(points.size() - 1);
    }
  }
}
