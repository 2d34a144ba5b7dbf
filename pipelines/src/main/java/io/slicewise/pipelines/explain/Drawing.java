package io.slicewise.pipelines.explain;

import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.core.window.WindowPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongFunction;

/**
 * Slices, windows and elements over event time, as text. Each slice is as wide as the others,
 * however long it is.
 */
final class Drawing {
  private static final int WIDTH = 96;
  private static final int LEFT = 13;
  private static final int NARROWEST = 6;
  private static final int MOST_EARLIER = 2;
  private static final int MOST_STARTING = 4;

  private final Spans spans;
  private final Example example;
  private final List<String> lines = new ArrayList<>();

  private Drawing(Question question, Example example) {
    this.spans = Spans.of(question);
    this.example = example;
  }

  /** The lines; none for the window of all time. */
  static List<String> of(Question question, Example example) {
    Drawing drawing = new Drawing(question, example);
    WindowingSpec first = question.aggregation().specs().get(0);
    if (first.windows() instanceof SessionWindows sessions) {
      drawing.drawSessions(sessions);
    } else if (drawing.spans.areThere()) {
      drawing.drawPlans();
    }
    return drawing.lines;
  }

  private void drawPlans() {
    long start = spans.startMillis();
    long wantedEnd = spans.plans().stream().mapToLong(this::endOfSecond).max().orElseThrow();
    List<TimeWindow> slices = spans.slices((WIDTH - LEFT) / NARROWEST);
    Ruler ruler = ruler(slices, wantedEnd);
    lines.add(row("event time", ruler.labels(millis -> spans.times().of(millis))));
    StringBuilder cuts = ruler.blank();
    ruler.slices().stream()
        .filter(slice -> spans.windowsAt(slice.startMillis()) > 0)
        .forEach(slice -> ruler.fill(cuts, slice, '|', '|', "slice"));
    lines.add(row("slices", cuts));
    for (int i = 0; i < spans.plans().size(); i++) {
      drawWindows(ruler, spans.plans().get(i), label(i), start);
    }
    elements(ruler);
  }

  private String label(int index) {
    return spans.plans().size() == 1 ? "windows" : "windows " + (index + 1);
  }

  private long endOfSecond(WindowPlan plan) {
    long first = plan.lastStartedWindow(spans.startMillis());
    return plan.maxTimestampOf(first + 1) + 1;
  }

  /** As many slices as there is room for, none after {@code wantedEnd}. */
  private Ruler ruler(List<TimeWindow> slices, long wantedEnd) {
    List<TimeWindow> shown = new ArrayList<>();
    int widest = NARROWEST;
    for (TimeWindow slice : slices) {
      int wider = Math.max(widest, 2 + spans.times().of(slice.endMillis()).length());
      boolean roomy = (shown.size() + 1) * wider + wider / 2 <= WIDTH - LEFT;
      if (slice.startMillis() >= wantedEnd || !roomy) {
        break;
      }
      widest = wider;
      shown.add(slice);
    }
    return new Ruler(shown, widest);
  }

  private void drawWindows(Ruler ruler, WindowPlan plan, String label, long start) {
    long firstOrdinal = plan.firstOpenWindow(start);
    long last = plan.lastStartedWindow(start);
    boolean lastStartsHere = plan.startOf(last) == start;
    long earlier = last - firstOrdinal + (lastStartsHere ? 0 : 1);
    long from = earlier > MOST_EARLIER ? last + (lastStartsHere ? 0 : 1) : firstOrdinal;
    String name = label;
    int drawn = 0;
    long window = from;
    for (;
        plan.startOf(window) < ruler.endMillis() && drawn < MOST_STARTING + MOST_EARLIER;
        window++) {
      lines.add(row(name, ruler.window(plan.windowAt(window), spans.times())));
      name = "";
      drawn++;
    }
    if (earlier > MOST_EARLIER) {
      lines.add(row("", earlier + " more began before " + spans.times().of(start)));
    }
    if (plan.startOf(window) < ruler.endMillis()) {
      lines.add(row("", "and so on"));
    }
  }

  private void drawSessions(SessionWindows sessions) {
    List<TimeWindow> own =
        example.accepted().stream().map(element -> sessions.windowOf(element.millis())).toList();
    TreeSet<Long> edges = new TreeSet<>();
    own.forEach(window -> edges.addAll(List.of(window.startMillis(), window.endMillis())));
    List<TimeWindow> spansBetween = new ArrayList<>();
    Long before = null;
    for (Long edge : edges) {
      if (before != null) {
        spansBetween.add(new TimeWindow(before, edge));
      }
      before = edge;
    }
    Ruler ruler = ruler(spansBetween, Long.MAX_VALUE);
    if (ruler.slices().isEmpty()) {
      return;
    }
    lines.add(row("event time", ruler.labels(millis -> spans.times().of(millis))));
    elements(ruler);
    String name = "of elements";
    for (TimeWindow window : own) {
      if (window.startMillis() < ruler.endMillis()) {
        lines.add(row(name, ruler.window(window, spans.times())));
        name = "";
      }
    }
    name = "sessions";
    for (TimeWindow window : sessionsOfPanes()) {
      if (window.startMillis() < ruler.endMillis()) {
        lines.add(row(name, ruler.window(window, spans.times())));
        name = "";
      }
    }
  }

  private List<TimeWindow> sessionsOfPanes() {
    return example.happenings().stream()
        .flatMap(happening -> happening.panes().stream())
        .map(FiredPane::window)
        .distinct()
        .sorted(
            Comparator.comparingLong(TimeWindow::startMillis)
                .thenComparingLong(TimeWindow::endMillis))
        .toList();
  }

  private void elements(Ruler ruler) {
    StringBuilder marks = ruler.blank();
    for (Happening happening : example.happenings()) {
      long millis = happening.occurrence().millis();
      if (happening.occurrence().isElement() && ruler.holds(millis)) {
        boolean counts = happening.taken().outcome() == ElementOutcome.ACCEPTED;
        int column = ruler.columnOf(millis);
        if (marks.charAt(column) == ' ' || counts) {
          marks.setCharAt(column, counts ? '*' : 'x');
        }
      }
    }
    lines.add(row("elements", marks));
  }

  private static String row(String name, CharSequence content) {
    return String.format("%-" + LEFT + "s%s", name, content).stripTrailing();
  }

  /**
   * Columns of slices.
   *
   * @param slices what is shown, one after the other
   * @param width of each, in characters
   */
  record Ruler(List<TimeWindow> slices, int width) {
    long startMillis() {
      return slices.get(0).startMillis();
    }

    long endMillis() {
      return slices.get(slices.size() - 1).endMillis();
    }

    boolean holds(long millis) {
      return startMillis() <= millis && millis < endMillis();
    }

    StringBuilder blank() {
      char[] blanks = new char[slices.size() * width + 2 * width];
      Arrays.fill(blanks, ' ');
      return new StringBuilder(new String(blanks));
    }

    int columnOf(long millis) {
      for (int i = 0; i < slices.size(); i++) {
        TimeWindow slice = slices.get(i);
        if (millis < slice.endMillis()) {
          double length = (double) slice.endMillis() - slice.startMillis();
          double part = Math.max(0, millis - slice.startMillis()) / length;
          return i * width + Math.min(width - 1, (int) (part * width));
        }
      }
      return slices.size() * width;
    }

    StringBuilder labels(LongFunction<String> text) {
      StringBuilder labels = blank();
      for (int i = 0; i <= slices.size(); i++) {
        String label = text.apply(i == 0 ? startMillis() : slices.get(i - 1).endMillis());
        labels.replace(i * width, i * width + label.length(), label);
      }
      return labels;
    }

    /** Writes an interval over a line, cut to what is shown. */
    void fill(StringBuilder line, TimeWindow interval, char open, char close, String text) {
      boolean cutLeft = interval.startMillis() < startMillis();
      boolean cutRight = interval.endMillis() > endMillis();
      int from = cutLeft ? 0 : columnOf(interval.startMillis());
      int to = cutRight ? slices.size() * width : columnOf(interval.endMillis());
      for (int i = from; i <= to; i++) {
        line.setCharAt(i, '-');
      }
      line.setCharAt(from, cutLeft ? '<' : open);
      line.setCharAt(to, cutRight ? '>' : close);
      int room = to - from - 1;
      if (text.length() + 2 <= room) {
        int at = from + 1 + (room - text.length()) / 2;
        line.replace(at, at + text.length(), text);
      }
    }

    StringBuilder window(TimeWindow window, TimeText times) {
      StringBuilder line = blank();
      String text =
          " " + times.of(window.startMillis()) + ".." + times.of(window.endMillis()) + " ";
      fill(line, window, '[', ')', text);
      return line;
    }
  }
}
