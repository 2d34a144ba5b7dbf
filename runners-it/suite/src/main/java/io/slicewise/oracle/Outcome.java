package io.slicewise.oracle;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Everything that came out of a scenario, in an order that does not depend on who computed it.
 *
 * @param panes the panes, by key, window and index; the values of a list are sorted
 * @param late the late elements
 * @param droppedDueToLateness how often an element came too late for a window
 * @param droppedDueToClosedWindow how often an element met a window whose trigger had finished
 * @param outputWatermarks by key, the output watermark after every event from its first element on,
 *     or {@link #IDLE}
 */
record Outcome(
    List<Pane> panes,
    List<Event.Element> late,
    long droppedDueToLateness,
    long droppedDueToClosedWindow,
    Map<String, List<Long>> outputWatermarks) {
  /** In place of an output watermark: nothing is stored of the key. */
  static final long IDLE = Long.MAX_VALUE;

  private static final Comparator<Pane> PANE_ORDER =
      Comparator.comparing(Pane::key)
          .thenComparing(Pane::windowSpec)
          .thenComparing(pane -> pane.window().endMillis())
          .thenComparing(pane -> pane.window().startMillis())
          .thenComparing(Pane::index)
          .thenComparing(Pane::toString);

  private static final Comparator<Event.Element> ELEMENT_ORDER =
      Comparator.comparing(Event.Element::key)
          .thenComparing(Event.Element::timestampMillis)
          .thenComparing(element -> element.value().toString());

  /** Sorts everything. */
  Outcome {
    panes = panes.stream().map(Outcome::withSortedList).sorted(PANE_ORDER).toList();
    late = late.stream().sorted(ELEMENT_ORDER).toList();
  }

  /**
   * Whether this is {@code other}, except that output watermarks may be earlier here if {@code
   * earlierWatermarks}.
   */
  boolean agreesWith(Outcome other, boolean earlierWatermarks) {
    if (!earlierWatermarks) {
      return equals(other);
    }
    for (Map.Entry<String, List<Long>> key : outputWatermarks.entrySet()) {
      for (int i = 0; i < key.getValue().size(); i++) {
        if (key.getValue().get(i) > other.outputWatermarks.get(key.getKey()).get(i)) {
          return false;
        }
      }
    }
    return new Outcome(
            panes, late, droppedDueToLateness, droppedDueToClosedWindow, other.outputWatermarks)
        .equals(other);
  }

  private static Pane withSortedList(Pane pane) {
    if (!(pane.value() instanceof List<?> values)
        || values.stream().anyMatch(value -> value instanceof List<?>)) {
      return pane;
    }
    List<Object> sorted = new ArrayList<>(values);
    sorted.sort(Comparator.comparing(Object::toString));
    return new Pane(
        pane.key(),
        pane.windowSpec(),
        pane.window(),
        sorted,
        pane.timing(),
        pane.index(),
        pane.nonSpeculativeIndex(),
        pane.isFirst(),
        pane.isLast(),
        pane.timestampMillis(),
        pane.retraction());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    panes.forEach(pane -> text.append("  ").append(pane).append('\n'));
    late.forEach(element -> text.append("  late ").append(element).append('\n'));
    return text.append("  dropped due to lateness ")
        .append(droppedDueToLateness)
        .append(", due to closed windows ")
        .append(droppedDueToClosedWindow)
        .append("\n  output watermarks ")
        .append(outputWatermarks)
        .append('\n')
        .toString();
  }
}
