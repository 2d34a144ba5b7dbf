package io.slicewise.pipelines.demo.report;

import com.fasterxml.jackson.databind.node.LongNode;
import io.slicewise.pipelines.demo.aggregate.Measure;
import io.slicewise.pipelines.demo.input.DeadLetter;
import io.slicewise.pipelines.demo.input.ReadRows;
import io.slicewise.pipelines.demo.panes.LateLine;
import io.slicewise.pipelines.demo.panes.Outcome;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.PaneLine.Timing;
import io.slicewise.pipelines.demo.replay.Event;
import java.util.List;
import java.util.Map;

/** A small run to write a report about; one of its keys tries to break out of the page. */
final class SampleSubject {
  static final String BAD_KEY = "</script><script>alert('x')</script>&\"\u2028";
  static final long HOUR = 3_600_000;

  private SampleSubject() {}

  static Subject of(List<PaneLine> panes) {
    return of(panes, "a", BAD_KEY);
  }

  static Subject of(List<PaneLine> panes, String key, String other) {
    ReadRows rows =
        new ReadRows(
            List.of(event(1, key, 10), event(2, key, HOUR + 1), event(3, other, 20)),
            List.of(new DeadLetter(4, "not JSON", "{")));
    List<LateLine> late = List.of(new LateLine(key, Map.of(), 10, 5 * HOUR + 10, 2 * HOUR, 3));
    return new Subject(
        "rows.csv <b>",
        "About & more.",
        Map.of("size", "1 h"),
        "shop",
        List.of(new Measure("", "sum of amount", true)),
        HOUR,
        2 * HOUR,
        Run.of(new Outcome(rows, panes, late)));
  }

  static Subject small() {
    return of(
        List.of(
            pane(BAD_KEY, 0, 5, Timing.ON_TIME, 0),
            pane("a", 0, 1200, Timing.EARLY, 0),
            pane("a", 0, 1300, Timing.ON_TIME, 1),
            pane("a", 0, 1425, Timing.LATE, 2),
            pane("a", HOUR, 7, Timing.ON_TIME, 0)));
  }

  static PaneLine pane(String key, long start, long value, Timing timing, int index) {
    return new PaneLine(
        key,
        List.of(start, start + HOUR),
        LongNode.valueOf(value),
        timing,
        index,
        timing == Timing.EARLY ? -1 : index,
        index == 0,
        timing == Timing.LATE,
        start + HOUR - 1);
  }

  private static Event event(long line, String key, long timestamp) {
    return Event.of(line, key, timestamp, Map.of());
  }
}
