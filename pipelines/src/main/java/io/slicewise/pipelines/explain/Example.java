package io.slicewise.pipelines.explain;

import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * What happens to one key, and what comes of it.
 *
 * @param zeroMillis the instant that times of the command line are after
 * @param happenings all that happened, the last of which is the end of time
 */
record Example(long zeroMillis, List<Happening> happenings) {
  private static final int MOST_EARLY_ELEMENTS = 20;

  /** Copies the list. */
  Example {
    happenings = List.copyOf(happenings);
  }

  /** Runs the occurrences of the question, or some that suit its windows. */
  static Example of(Question question) {
    Spans spans = Spans.of(question);
    List<Occurrence> occurrences = new ArrayList<>();
    if (question.occurrences().isEmpty()) {
      occurrences.addAll(suiting(question, spans));
    } else {
      for (Occurrence given : question.occurrences()) {
        occurrences.add(new Occurrence(given.isElement(), spans.startMillis() + given.millis()));
      }
    }
    occurrences.add(Occurrence.watermark(TimeBounds.MAX_TIMESTAMP));
    return new Example(spans.startMillis(), run(question, occurrences));
  }

  private static List<Happening> run(Question question, List<Occurrence> occurrences) {
    List<FiredPane<Long>> panes = new ArrayList<>();
    OneKey key = new OneKey(question.aggregation(), new CountFunction(false), panes::add);
    List<Happening> happenings = new ArrayList<>();
    for (Occurrence occurrence : occurrences) {
      panes.clear();
      OneKey.Taken taken = null;
      if (occurrence.isElement()) {
        taken = key.element(occurrence.millis());
      } else {
        key.watermark(occurrence.millis());
      }
      happenings.add(new Happening(occurrence, taken, panes, key.slices(), key.wakesAt()));
    }
    return happenings;
  }

  /** Elements of a window, its end, late ones, and one that is too late. */
  private static List<Occurrence> suiting(Question question, Spans spans) {
    WindowingSpec spec = question.aggregation().specs().get(0);
    if (spec.windows() instanceof SessionWindows sessions) {
      return ofSessions(sessions.gapMillis(), question.latenessMillis());
    }
    if (spec.windows() instanceof GlobalWindowPlan) {
      return List.of(
          Occurrence.element(60_000), Occurrence.watermark(120_000), Occurrence.element(180_000));
    }
    WindowPlan plan = (WindowPlan) spec.windows();
    long start = plan.startOf(plan.lastStartedWindow(spans.startMillis()));
    long last = plan.maxTimestampOf(plan.lastStartedWindow(spans.startMillis()));
    long firstSlice = spans.edges().lastInstantOf(start) + 1 - start;
    long lastSlice = spans.edges().firstInstantOf(last);
    List<Occurrence> occurrences = new ArrayList<>();
    int early = Math.min(MOST_EARLY_ELEMENTS, question.trigger().earlyCount().orElse(1));
    long step = firstSlice / (early + 1);
    long round = step > 1_000 ? step - step % 1_000 : step;
    for (int i = 1; i <= early; i++) {
      occurrences.add(Occurrence.element(start + i * round));
    }
    occurrences.add(Occurrence.element(lastSlice + (last + 1 - lastSlice) * 3 / 4));
    occurrences.add(Occurrence.watermark(last + 1));
    if (question.latenessMillis() > 0) {
      occurrences.add(Occurrence.element(lastSlice + (last + 1 - lastSlice) / 4));
      occurrences.add(
          Occurrence.watermark(TimeBounds.plusWithinTime(last, question.latenessMillis()) + 1));
    }
    occurrences.add(Occurrence.element(start));
    return occurrences;
  }

  private static List<Occurrence> ofSessions(long gap, long latenessMillis) {
    List<Occurrence> occurrences = new ArrayList<>();
    occurrences.add(Occurrence.element(0));
    occurrences.add(Occurrence.element(gap / 2));
    occurrences.add(Occurrence.element(3 * gap));
    occurrences.add(Occurrence.watermark(gap / 2 + gap));
    if (latenessMillis > 0) {
      occurrences.add(Occurrence.element(gap));
      occurrences.add(Occurrence.watermark(2 * gap + latenessMillis));
    }
    occurrences.add(Occurrence.element(0));
    return occurrences;
  }

  /** The elements that count in a window. */
  List<Occurrence> accepted() {
    return happenings.stream()
        .filter(happening -> happening.occurrence().isElement())
        .filter(happening -> happening.taken().outcome() == ElementOutcome.ACCEPTED)
        .map(Happening::occurrence)
        .toList();
  }
}
