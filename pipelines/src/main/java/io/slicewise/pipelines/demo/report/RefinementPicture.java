package io.slicewise.pipelines.demo.report;

import io.slicewise.pipelines.demo.aggregate.Measure;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.WindowPanes;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The value of each pane of a window, by index, one strip per measure. The script in the page draws
 * the same picture for another window: places, classes and words are the same there.
 */
final class RefinementPicture {
  static final int WIDTH = 960;
  private static final int LEFT = 62;
  private static final int RIGHT = 940;
  private static final int FIRST_TOP = 34;
  private static final int STRIP = 130;
  private static final int BETWEEN = 46;
  private static final int MOST_LABELS = 24;
  private static final int TICKS = 4;

  private final List<Measure> measures;
  private final WindowPanes window;

  RefinementPicture(List<Measure> measures, WindowPanes window) {
    this.measures = measures;
    this.window = window;
  }

  static int height(int strips) {
    return FIRST_TOP + strips * (STRIP + BETWEEN) + 34;
  }

  void drawTo(Markup page) {
    page.add(
        "<svg id=\"refinement-picture\" class=\"picture\" viewBox=\"0 0 %d %d\" role=\"img\""
            + " aria-label=\"Value of each pane of one window\">",
        WIDTH, height(measures.size()));
    for (int i = 0; i < measures.size(); i++) {
      strip(page, measures.get(i), FIRST_TOP + i * (STRIP + BETWEEN));
    }
    bands(page, FIRST_TOP + measures.size() * (STRIP + BETWEEN) - 14);
    page.raw("</svg>");
  }

  private double x(int pane) {
    int panes = window.panes().size();
    return LEFT + (pane + 0.5) * (RIGHT - LEFT) / panes;
  }

  private OptionalDouble value(Measure measure, int pane) {
    return measure.in(window.panes().get(pane).value());
  }

  private void strip(Markup page, Measure measure, int top) {
    double[] values =
        window.panes().stream()
            .flatMapToDouble(pane -> measure.in(pane.value()).stream())
            .toArray();
    double least = values.length == 0 ? 0 : Arrays.stream(values).min().getAsDouble();
    double most = values.length == 0 ? 1 : Arrays.stream(values).max().getAsDouble();
    Scale y =
        Scale.ofNumbers(
            measure.zeroWithoutData() ? Math.min(0, least) : least,
            most,
            TICKS,
            top + STRIP,
            top + 14);
    page.add("<text class=\"axis\" x=\"4\" y=\"%d\">%s</text>", top - 4, measure.label());
    for (double tick : y.ticks()) {
      page.add(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%s\"/><text class=\"tick\""
              + " x=\"%d\" y=\"%s\" text-anchor=\"end\">%s</text>",
          LEFT, RIGHT, y.at(tick), y.at(tick), LEFT - 8, y.at(tick) + 4, Legible.number(tick));
    }
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < window.panes().size(); i++) {
      OptionalDouble value = value(measure, i);
      if (value.isPresent()) {
        path.append(path.length() == 0 ? "M" : "L")
            .append(Markup.place(x(i)))
            .append(' ')
            .append(Markup.place(y.at(value.getAsDouble())));
      }
    }
    page.add("<path class=\"steps\" d=\"%s\"/>", path.toString());
    for (int i = 0; i < window.panes().size(); i++) {
      OptionalDouble value = value(measure, i);
      if (value.isPresent()) {
        mark(page, i, y.at(value.getAsDouble()), Legible.number(value.getAsDouble()));
      }
    }
  }

  private void mark(Markup page, int index, double y, String label) {
    PaneLine pane = window.panes().get(index);
    String timing = Legible.timing(pane.timing());
    page.add(
        "<path class=\"mark %s\" transform=\"translate(%s %s)\" d=\"%s\"><title>%s</title></path>",
        pane.timing().name(),
        x(index),
        y,
        shape(pane.timing()),
        "pane " + pane.index() + ", " + timing + ": " + label);
    if (labelled(index)) {
      page.add(
          "<text class=\"value\" x=\"%s\" y=\"%s\" text-anchor=\"middle\">%s</text>",
          x(index), y - 9, label);
    }
  }

  /** All panes if they are few, else the ends of each run of equal timing. */
  private boolean labelled(int index) {
    int panes = window.panes().size();
    return panes <= MOST_LABELS
        || index == 0
        || index == panes - 1
        || window.panes().get(index).timing() != window.panes().get(index - 1).timing();
  }

  /** A circle, a square, a triangle: timings differ in shape, too. */
  static String shape(PaneLine.Timing timing) {
    return switch (timing) {
      case EARLY -> "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z";
      case ON_TIME -> "M-5 -5h10v10h-10z";
      case LATE -> "M0 -6l6 11h-12z";
    };
  }

  /** Under the strips: the index of panes, and one band per run of equal timing. */
  private void bands(Markup page, int top) {
    int panes = window.panes().size();
    int every = panes / 30 + 1;
    for (int i = 0; i < panes; i += every) {
      page.add(
          "<text class=\"tick\" x=\"%s\" y=\"%d\" text-anchor=\"middle\">%d</text>",
          x(i), top, window.panes().get(i).index());
    }
    page.add("<text class=\"axis\" x=\"4\" y=\"%d\">pane</text>", top);
    double half = (RIGHT - LEFT) / 2.0 / panes;
    int start = 0;
    for (int i = 1; i <= panes; i++) {
      PaneLine.Timing timing = window.panes().get(start).timing();
      if (i == panes || window.panes().get(i).timing() != timing) {
        double from = x(start) - half + 1;
        double to = x(i - 1) + half - 1;
        page.add(
            "<rect class=\"band %s\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"6\"/>",
            timing.name(), from, top + 8, to - from);
        page.add(
            "<text class=\"tick\" x=\"%s\" y=\"%d\" text-anchor=\"middle\">%s</text>",
            (from + to) / 2, top + 28, Legible.timing(timing));
        start = i;
      }
    }
  }
}
