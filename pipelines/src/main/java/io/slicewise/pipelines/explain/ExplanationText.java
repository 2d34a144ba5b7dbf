package io.slicewise.pipelines.explain;

import io.slicewise.beam.Capabilities.Limit;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An explanation for people. */
final class ExplanationText {
  private static final int MOST_PANES = 3;
  private static final int WRAP = 96;

  private final Explanation explanation;
  private final TimeText times;
  private final List<String> lines = new ArrayList<>();

  private ExplanationText(Explanation explanation) {
    this.explanation = explanation;
    this.times = Spans.of(explanation.question()).times();
  }

  static String of(Explanation explanation) {
    ExplanationText text = new ExplanationText(explanation);
    text.settings();
    text.picture();
    text.happenings();
    text.cost();
    text.refusals();
    return String.join("\n", text.lines) + "\n";
  }

  private void settings() {
    Question question = explanation.question();
    String name = "windows";
    for (WindowSpec spec : question.windows()) {
      lines.add(String.format("%-13s %s", name, WindowsText.describe(spec)));
      name = "";
    }
    lines.addAll(wrapped("a pane fires  " + question.trigger().when(), " ".repeat(14)));
    lines.add(
        "a pane holds  "
            + switch (question.accumulation()) {
              case ACCUMULATING -> "all of its window so far";
              case DISCARDING -> "what came since the last pane of its window";
              case RETRACTING -> "all of its window so far, after a retraction of the last pane";
            });
    if (question.windows().equals(List.of(new WindowSpec.Global()))) {
      lines.add("late          nothing is, as the window never ends");
      lines.add("");
      return;
    }
    lines.add(
        "late          "
            + (question.latenessMillis() == 0
                ? "as soon as the watermark has passed the end of its window, an element is too late"
                : "a window takes elements until the watermark is "
                    + TimeText.duration(question.latenessMillis())
                    + " beyond its end"));
    lines.add("");
  }

  private void picture() {
    List<String> drawing = Drawing.of(explanation.question(), explanation.example());
    if (!drawing.isEmpty()) {
      lines.addAll(drawing);
      lines.add("* counts in a window, x does not; slices are drawn equally wide");
      lines.add("");
    }
  }

  private void happenings() {
    lines.add("An example: what happens to a key, and the panes it gives (their value is a count)");
    lines.add("");
    for (Happening happening : explanation.example().happenings()) {
      List<String> effects = effects(happening);
      String name = name(happening.occurrence());
      for (String effect : effects) {
        lines.add(String.format("  %-29s %s", name, effect).stripTrailing());
        name = "";
      }
    }
    lines.add("");
  }

  private String name(Occurrence occurrence) {
    if (occurrence.millis() == TimeBounds.MAX_TIMESTAMP) {
      return "watermark to the end";
    }
    return (occurrence.isElement() ? "element at " : "watermark to ")
        + times.of(occurrence.millis());
  }

  private List<String> effects(Happening happening) {
    List<String> effects = new ArrayList<>();
    if (happening.taken() != null) {
      effects.add(effect(happening.taken()));
    }
    List<FiredPane<Long>> panes = happening.panes();
    panes.stream().limit(MOST_PANES).map(this::pane).forEach(effects::add);
    if (panes.size() > MOST_PANES) {
      effects.add("and " + plural(panes.size() - MOST_PANES, "more pane"));
    }
    if (effects.isEmpty()) {
      effects.add("nothing is due");
    }
    return effects;
  }

  private static String effect(OneKey.Taken taken) {
    String expired =
        taken.expiredWindows() == 0
            ? ""
            : ", too late for " + plural(taken.expiredWindows(), "window");
    return switch (taken.outcome()) {
      case ACCEPTED -> "counts" + expired;
      case TOO_LATE -> "too late for all its windows: goes to the late output";
      case IN_GAP -> "lies between windows: left out";
      case CLOSED -> "the trigger of its windows has finished: left out";
      case TOO_EARLY -> "too far ahead of the watermark";
      case NO_ELEMENT -> "";
    };
  }

  private String pane(FiredPane<Long> pane) {
    String timing = pane.timing() == PaneTiming.ON_TIME ? "on time" : lower(pane.timing());
    return String.format(
        "pane %d of %s, %s: %d%s%s",
        pane.index(),
        window(pane.window()),
        timing,
        pane.value(),
        pane.isRetraction() ? ", taken back" : "",
        pane.isLast() ? ", the last" : "");
  }

  private String window(TimeWindow window) {
    return window.startMillis() == TimeBounds.MIN_TIMESTAMP
        ? "all of time"
        : times.of(window.startMillis()) + ".." + times.of(window.endMillis());
  }

  private void cost() {
    Cost cost = explanation.cost();
    lines.add(
        "Cost of a key"
            + (cost.full() ? "" : ", before its windows are full, which takes too long to try"));
    lines.add("");
    lines.add(String.format("  %-42s %12s  %s", "", "Slicewise", "Window.into + Combine.perKey"));
    String windows =
        cost.fewestWindows() == cost.mostWindows()
            ? "" + cost.mostWindows()
            : cost.fewestWindows() + " to " + cost.mostWindows();
    cost(
        "state written for an element, as it comes",
        number(cost.writesPerElement()),
        windows + ", one for each of its windows");
    cost("  and with the panes", number(cost.writesWithFirings()), "");
    cost(
        "timers at a time, at most",
        "" + cost.timers(),
        cost.windowsAlive() + " or more, one for each window");
    cost("partial aggregates in state, at most", "" + cost.mostSlices(), "" + cost.windowsAlive());
    cost("panes for an element", number(cost.panesPerElement()), "the same");
    cost("merges for a pane, any function", number(cost.mergesPerPane()), "");
    cost("merges for a pane, sums and counts", number(cost.mergesPerPaneByInverse()), "");
    cost(
        "an element is kept until the watermark is", kept(cost.keptMillis()), "beyond it, at most");
    lines.add("");
    lines.addAll(
        wrapped(
            "Counted on the engine over "
                + cost.elements()
                + " elements in order, the watermark right behind them. Native Beam keeps, and"
                + " writes, one of each for each window.",
            ""));
    lines.add("");
  }

  private void cost(String what, String here, String inBeam) {
    lines.add(String.format("  %-42s %12s  %s", what, here, inBeam).stripTrailing());
  }

  private String kept(long millis) {
    boolean endless = explanation.question().windows().equals(List.of(new WindowSpec.Global()));
    return endless ? "all of time" : TimeText.duration(millis);
  }

  private static String number(double value) {
    return value == Math.rint(value) && value < 1e9
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  private void refusals() {
    Refusals refusals = explanation.refusals();
    lines.add("What is accepted, and what would be refused");
    lines.add("");
    refusal("unbounded input", refusals.unbounded(), "accepted");
    refusal("bounded input", refusals.bounded(), "accepted");
    refusal("withPreAggregation", refusals.preAggregation(), "accepted: no pane can tell");
    refusal("withHotKeyFanout", refusals.hotKeyFanout(), "accepted: no pane can tell");
    if (explanation.limits().isEmpty()) {
      refusal(
          explanation.question().runner().orElseThrow().toString(),
          Optional.empty(),
          "no limits are known");
    }
    for (Limit limit : explanation.limits()) {
      lines.addAll(
          wrapped(
              String.format(
                  "  %s: %s; %s. See %s",
                  limit.where(), limit.reason(), limit.consequence(), limit.issue()),
              "    "));
    }
  }

  private void refusal(String what, Optional<String> reason, String otherwise) {
    String told = reason.map(why -> "refused: " + why.replace(what + ": ", "")).orElse(otherwise);
    lines.addAll(wrapped("  " + what + ": " + told, "    "));
  }

  private static List<String> wrapped(String text, String indent) {
    List<String> wrapped = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() + 1 > WRAP && !line.toString().isBlank()) {
        wrapped.add(line.toString().stripTrailing());
        line.setLength(0);
        line.append(indent);
      }
      line.append(word).append(' ');
    }
    wrapped.add(line.toString().stripTrailing());
    return wrapped;
  }

  private static String plural(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
