package io.slicewise.pipelines.demo.panes;

import io.slicewise.pipelines.demo.input.ReadRows;
import io.slicewise.pipelines.demo.replay.Event;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a run gave.
 *
 * @param rows what was read, and so replayed
 * @param panes by key, window and index
 * @param late by line of the input
 */
public record Outcome(ReadRows rows, List<PaneLine> panes, List<LateLine> late) {
  /** Copies panes and late events. */
  public Outcome {
    panes = List.copyOf(panes);
    late = List.copyOf(late);
  }

  /** The same with other names of the keys; each key must keep a name of its own. */
  public Outcome withKeys(UnaryOperator<String> nameOf) {
    return new Outcome(
        rows.withKeys(nameOf),
        panes.stream().map(pane -> pane.withKey(nameOf.apply(pane.key()))).toList(),
        late.stream().map(event -> event.withKey(nameOf.apply(event.key()))).toList());
  }

  /** The number of events of each key, the most active key first. */
  public Map<String, Long> eventsByKey() {
    Map<String, Long> counts =
        rows.events().stream().collect(Collectors.groupingBy(Event::key, Collectors.counting()));
    Map<String, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  /** All windows that gave panes, by key and time. */
  public List<WindowPanes> windows() {
    Map<KeyWindow, List<PaneLine>> byWindow =
        panes.stream()
            .collect(Collectors.groupingBy(KeyWindow::of, LinkedHashMap::new, Collectors.toList()));
    return byWindow.entrySet().stream()
        .map(entry -> new WindowPanes(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** How many panes came with this timing. */
  public long panes(PaneLine.Timing timing) {
    return panes.stream().filter(pane -> pane.timing() == timing).count();
  }

  /** The late event that was farthest behind the watermark. */
  public Optional<LateLine> worst() {
    return late.stream().max(Comparator.comparingLong(LateLine::delayMillis));
  }

  /**
   * For each of the most active keys its last window that had ended by the newest event time, or
   * its last window if none had; keys that gave no pane are left out.
   */
  public List<WindowPanes> lastFullWindows(int mostKeys) {
    long newest =
        rows.events().stream().mapToLong(Event::timestampMillis).max().orElse(Long.MAX_VALUE);
    return ofActiveKeys(
        mostKeys,
        (one, other) -> other.window().endMillis() <= newest || notFull(one, newest) ? other : one);
  }

  private static boolean notFull(WindowPanes panes, long newestMillis) {
    return panes.window().endMillis() > newestMillis;
  }

  /** For each of the most active keys its window with the most panes, the first of several. */
  public List<WindowPanes> mostRefinedWindows(int mostKeys) {
    return ofActiveKeys(
        mostKeys, (one, other) -> other.panes().size() > one.panes().size() ? other : one);
  }

  private List<WindowPanes> ofActiveKeys(int mostKeys, BinaryOperator<WindowPanes> better) {
    Map<String, WindowPanes> best = new HashMap<>();
    windows().forEach(panes -> best.merge(panes.window().key(), panes, better));
    return eventsByKey().keySet().stream()
        .filter(best::containsKey)
        .limit(mostKeys)
        .map(best::get)
        .toList();
  }
}
