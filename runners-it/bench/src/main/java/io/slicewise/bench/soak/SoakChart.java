package io.slicewise.bench.soak;

import io.slicewise.bench.measure.JobMetrics.Checkpoint;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * The size of each checkpoint of a run, and below it the timers there were, against time, as SVG.
 * It has no background and takes its ink from the colour scheme of the reader.
 */
final class SoakChart {
  private static final int WIDTH = 860;
  private static final int LEFT = 80;
  private static final int RIGHT = 830;
  private static final int PANEL_HEIGHT = 150;
  private static final int FIRST_PANEL = 50;
  private static final int SECOND_PANEL = 260;
  private static final int HEIGHT = 470;
  private static final int TICKS = 4;
  private static final double SECOND = 1e9;

  private final StringBuilder svg = new StringBuilder();
  private final List<Checkpoint> checkpoints;
  private final long startNanos;
  private final double lastSecond;

  private SoakChart(SoakResult run) {
    this.checkpoints = run.checkpoints();
    this.startNanos = run.startNanos();
    this.lastSecond = secondOf(checkpoints.get(checkpoints.size() - 1));
  }

  /**
   * The chart of a run.
   *
   * @param run with one checkpoint or more
   */
  static String of(SoakResult run) {
    return new SoakChart(run).draw();
  }

  private double secondOf(Checkpoint checkpoint) {
    return (checkpoint.nanos() - startNanos) / SECOND;
  }

  private String draw() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
            + " aria-label=\"Size of checkpoints and number of timers over time\">",
        WIDTH, HEIGHT);
    add(
        "<style>text{font:13px system-ui,sans-serif;fill:#24292f}.grid{stroke:#8b949e;"
            + "stroke-opacity:.35}.line{fill:none;stroke-width:2}"
            + "@media (prefers-color-scheme:dark){text{fill:#e6edf3}}</style>");
    drawPanel(FIRST_PANEL, "checkpoint, MB", "#1f8ae0", checkpoint -> checkpoint.bytes() / 1e6);
    drawPanel(SECOND_PANEL, "timers", "#d55e00", Checkpoint::timers);
    int bottom = SECOND_PANEL + PANEL_HEIGHT;
    double step = roundStep(lastSecond / TICKS);
    for (double second = 0; second <= lastSecond; second += step) {
      add(
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
          LEFT + second / lastSecond * (RIGHT - LEFT), bottom + 20, number(second, step));
    }
    add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">seconds</text>", RIGHT, bottom + 42);
    return svg.append("</svg>\n").toString();
  }

  private void drawPanel(
      int top, String title, String colour, ToDoubleFunction<Checkpoint> valueOf) {
    double most = checkpoints.stream().mapToDouble(valueOf).max().orElse(0);
    double step = roundStep(Math.max(most, 1e-3) / TICKS);
    double scale = step * TICKS;
    add("<text x=\"%d\" y=\"%d\">%s</text>", LEFT, top - 14, title);
    for (int tick = 0; tick <= TICKS; tick++) {
      double y = top + PANEL_HEIGHT * (1 - (double) tick / TICKS);
      add("<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, RIGHT, y, y);
      add(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT - 8, y + 4.5, number(step * tick, step));
    }
    StringBuilder places = new StringBuilder();
    for (Checkpoint checkpoint : checkpoints) {
      double x = LEFT + secondOf(checkpoint) / lastSecond * (RIGHT - LEFT);
      double y = top + PANEL_HEIGHT * (1 - valueOf.applyAsDouble(checkpoint) / scale);
      places.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }
    add(
        "<polyline class=\"line\" stroke=\"%s\" points=\"%s\"/>",
        colour, places.toString().strip());
  }

  /** The least of some round factors times a power of ten that is not less. */
  private static double roundStep(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    return DoubleStream.of(1, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
        .map(factor -> factor * power)
        .filter(step -> step >= least)
        .findFirst()
        .orElse(10 * power);
  }

  private static String number(double value, double step) {
    return String.format(Locale.ROOT, step == Math.rint(step) ? "%,.0f" : "%.2f", value);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
