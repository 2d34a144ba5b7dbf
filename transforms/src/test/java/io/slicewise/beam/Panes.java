package io.slicewise.beam;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.IntervalWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.joda.time.Instant;

/** Collects what arrives downstream of a transform, with its window, timestamp and pane. */
final class Panes<T> extends DoFn<T, Void> {
  private static final long serialVersionUID = 1L;
  private static final Map<String, Queue<Pane>> COLLECTED = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();

  /** A pane as seen downstream; {@code value} is the text of the whole element. */
  record Pane(String value, BoundedWindow window, Instant timestamp, PaneInfo info) {
    @Override
    public String toString() {
      String interval = window instanceof IntervalWindow w ? interval(w) : "global";
      String firstLast = (info.isFirst() ? " first" : "") + (info.isLast() ? " last" : "");
      return interval
          + " "
          + value
          + " @"
          + timestamp.getMillis()
          + " "
          + info.getTiming()
          + " "
          + info.getIndex()
          + "/"
          + info.getNonSpeculativeIndex()
          + firstLast;
    }
  }

  private static String interval(IntervalWindow window) {
    return "[" + window.start().getMillis() + ", " + window.end().getMillis() + ")";
  }

  /** Windows as a text, in their order. */
  static String intervals(List<IntervalWindow> windows) {
    return windows.stream().map(Panes::interval).collect(Collectors.joining(" "));
  }

  /** Takes an element. */
  @ProcessElement
  public void processElement(ProcessContext context, BoundedWindow window) {
    COLLECTED
        .computeIfAbsent(id, unused -> new ConcurrentLinkedQueue<>())
        .add(
            new Pane(
                String.valueOf(context.element()), window, context.timestamp(), context.pane()));
  }

  /** What was collected, ordered by window, then by pane index, then by value. */
  List<Pane> collected() {
    List<Pane> panes = new ArrayList<>(COLLECTED.getOrDefault(id, new ConcurrentLinkedQueue<>()));
    panes.sort(
        Comparator.comparing((Pane pane) -> pane.window().maxTimestamp())
            .thenComparing(pane -> pane.info().getIndex())
            .thenComparing(Pane::value));
    return panes;
  }

  /** {@link #collected} as lines, for a readable comparison. */
  List<String> lines() {
    return collected().stream().map(Pane::toString).toList();
  }
}
