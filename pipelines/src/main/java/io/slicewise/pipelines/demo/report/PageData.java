package io.slicewise.pipelines.demo.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slicewise.pipelines.demo.aggregate.Measure;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.WindowPanes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The windows that the page offers, with their panes, as JSON for its script:
 *
 * <pre>{@code
 * {"lateness": 3600000, "measures": [{"label": "events", "fromZero": true}, ...],
 *  "windows": [{"key": "ci", "start": 0, "end": 3600000,
 *               "panes": [[index, timing, is last, number or null, ...], ...]}, ...]}
 * }</pre>
 *
 * @param measures the numbers in a pane
 * @param latenessMillis how long after its end a window takes late events
 * @param windows the offered windows, by key and time
 * @param leftOut how many windows are not offered, for the page's size
 */
record PageData(
    List<Measure> measures, long latenessMillis, List<WindowPanes> windows, long leftOut) {
  private static final int MOST_PANES = 60_000;

  static PageData of(Subject subject) {
    List<WindowPanes> all = subject.run().windows();
    int panes = 0;
    int offered = 0;
    List<WindowPanes> mostRefined =
        all.stream().sorted(Comparator.comparing(w -> -w.panes().size())).toList();
    for (WindowPanes window : mostRefined) {
      panes += window.panes().size();
      offered += panes <= MOST_PANES ? 1 : 0;
    }
    List<WindowPanes> windows =
        mostRefined.stream()
            .limit(offered)
            .sorted(Comparator.comparing(WindowPanes::last, PaneLine.ORDER))
            .toList();
    return new PageData(
        subject.measures(),
        subject.latenessMillis(),
        windows,
        subject.run().windowsLeftOut() + all.size() - windows.size());
  }

  /** The offered window with the most panes, the first of several. */
  Optional<WindowPanes> mostRefined() {
    return windows.stream()
        .reduce((one, other) -> other.panes().size() > one.panes().size() ? other : one);
  }

  /** Safe inside a script element: no less-than sign, and no line separators. */
  String json() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    ObjectNode data = json.objectNode();
    data.put("lateness", latenessMillis);
    ArrayNode labels = data.putArray("measures");
    for (Measure measure : measures) {
      labels.addObject().put("label", measure.label()).put("fromZero", measure.zeroWithoutData());
    }
    ArrayNode list = data.putArray("windows");
    for (WindowPanes window : windows) {
      ObjectNode entry =
          list.addObject()
              .put("key", window.window().key())
              .put("start", window.window().startMillis())
              .put("end", window.window().endMillis());
      ArrayNode panes = entry.putArray("panes");
      for (PaneLine pane : window.panes()) {
        ArrayNode values =
            panes.addArray().add(pane.index()).add(pane.timing().name()).add(pane.isLast());
        for (Measure measure : measures) {
          measure.in(pane.value()).ifPresentOrElse(values::add, values::addNull);
        }
      }
    }
    return data.toString()
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }
}
