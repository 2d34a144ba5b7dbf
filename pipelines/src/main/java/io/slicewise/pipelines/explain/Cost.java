package io.slicewise.pipelines.explain;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TimeWindow;
import java.util.List;

/**
 * What a key costs while its elements come in order: counted on the engine once windows are full,
 * with {@value #ELEMENTS_PER_SLICE} elements in each slice, after which the watermark passes it.
 *
 * @param elements how many elements were counted
 * @param full whether windows were full by then; if not, there were too many to try
 * @param fewestWindows the fewest windows that an element is in
 * @param mostWindows the most windows that an element is in
 * @param writesPerElement how often a cell of state is written for an element, as it comes
 * @param writesWithFirings how often it is written for an element, firings included
 * @param timersSetPerElement how often a timer is set for an element, firings included
 * @param timers the most timers at a time
 * @param mostSlices the most partial aggregates that are stored at a time
 * @param windowsAlive the most windows at a time that have elements and have not expired
 * @param panesPerElement how many panes fire for an element
 * @param mergesPerPane how many accumulators are merged for a pane, for any function
 * @param mergesPerPaneByInverse the same for a function with an inverse, such as a sum
 * @param keptMillis how far the watermark is beyond an element, at most, when it is forgotten
 */
record Cost(
    long elements,
    boolean full,
    long fewestWindows,
    long mostWindows,
    double writesPerElement,
    double writesWithFirings,
    double timersSetPerElement,
    int timers,
    int mostSlices,
    long windowsAlive,
    double panesPerElement,
    double mergesPerPane,
    double mergesPerPaneByInverse,
    long keptMillis) {
  static final int ELEMENTS_PER_SLICE = 2;
  private static final int COUNTED_SLICES = 200;
  private static final int MOST_SLICES = 20_000;
  private static final long MOST_WINDOW_STEPS = 500_000;
  private static final int SESSIONS = 50;
  private static final int ELEMENTS_PER_SESSION = 4;

  /** Runs a key for the settings of the question. */
  static Cost of(Question question) {
    Count any = count(question, new CountFunction(false));
    Count byInverse = count(question, new CountFunction(true));
    return any.cost(byInverse.mergesPerPane());
  }

  private static Count count(Question question, CountFunction function) {
    WindowedAggregation aggregation = question.aggregation();
    Spans spans = Spans.of(question);
    Count count = new Count(aggregation, function, spans, question.latenessMillis());
    if (aggregation.specs().get(0).windows() instanceof SessionWindows sessions) {
      countSessions(count, sessions.gapMillis());
    } else if (spans.areThere()) {
      countSlices(count, question, spans);
    } else {
      countSeconds(count);
    }
    return count;
  }

  private static void countSlices(Count count, Question question, Spans spans) {
    long stepsOfSlice =
        question.trigger().preset() == TriggerPreset.AT_WATERMARK
            ? 1
            : ELEMENTS_PER_SLICE * Math.max(1, spans.windowsAt(spans.startMillis()));
    long most = Math.min(MOST_SLICES, MOST_WINDOW_STEPS / stepsOfSlice);
    List<TimeWindow> slices = spans.slices((int) Math.max(COUNTED_SLICES, most));
    long fullFrom = spans.startMillis() + spans.longestMillis() + question.latenessMillis();
    int countedFrom = 0;
    while (countedFrom < slices.size() - COUNTED_SLICES
        && slices.get(countedFrom).startMillis() < fullFrom) {
      countedFrom++;
    }
    for (int i = 0; i < countedFrom + COUNTED_SLICES; i++) {
      if (i == countedFrom) {
        count.start(slices.get(i).startMillis() >= fullFrom);
      }
      TimeWindow slice = slices.get(i);
      if (spans.windowsAt(slice.startMillis()) > 0) {
        long length = slice.endMillis() - slice.startMillis();
        for (int j = 0; j < ELEMENTS_PER_SLICE; j++) {
          count.element(slice.startMillis() + j * length / ELEMENTS_PER_SLICE);
        }
      }
      count.watermark(slice.endMillis());
    }
  }

  private static void countSessions(Count count, long gapMillis) {
    count.start(true);
    long time = 0;
    for (int i = 0; i < SESSIONS; i++) {
      for (int j = 0; j < ELEMENTS_PER_SESSION; j++) {
        count.element(time);
        time += Math.max(1, gapMillis / 2);
        count.watermark(time);
      }
      time += 2 * gapMillis;
      count.watermark(time);
    }
  }

  private static void countSeconds(Count count) {
    count.start(true);
    for (int i = 0; i < COUNTED_SLICES; i++) {
      count.element(i * 1_000L);
      count.watermark(i * 1_000L);
    }
  }
}
