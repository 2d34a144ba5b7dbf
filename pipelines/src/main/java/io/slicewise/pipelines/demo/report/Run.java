package io.slicewise.pipelines.demo.report;

import io.slicewise.pipelines.demo.panes.KeyWindow;
import io.slicewise.pipelines.demo.panes.LateLine;
import io.slicewise.pipelines.demo.panes.Outcome;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.PaneLine.Timing;
import io.slicewise.pipelines.demo.panes.WindowPanes;
import io.slicewise.pipelines.demo.replay.Event;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a report tells of a run. The counters are of all of it; keys and windows may be some of
 * many.
 *
 * @param counters of all of the run
 * @param eventsByKey the number of events of each key that is shown, the most active key first
 * @param windows the windows that are shown, with all their panes, by key and time
 * @param firstMillis the earliest event time
 * @param newestMillis the latest event time
 */
public record Run(
    Counters counters,
    Map<String, Long> eventsByKey,
    List<WindowPanes> windows,
    long firstMillis,
    long newestMillis) {

  /**
   * Counters of a run.
   *
   * @param rows that were read
   * @param unreadable of them
   * @param events that were aggregated, or were late
   * @param keys of the events
   * @param windows that gave panes
   * @param panes by timing
   * @param late events that came too late for all their windows
   * @param worstDelayMillis how far the worst of them was behind the watermark; -1 if that was not
   *     counted
   * @param dropped pairs of an event and a window of it that had expired; -1 if that was not
   *     counted
   */
  public record Counters(
      long rows,
      long unreadable,
      long events,
      long keys,
      long windows,
      Map<Timing, Long> panes,
      long late,
      long worstDelayMillis,
      long dropped) {
    /** In place of what was not counted. */
    public static final long NOT_COUNTED = -1;

    /** Copies the panes, and counts none of the timings that are left out. */
    public Counters {
      Map<Timing, Long> all = new EnumMap<>(Timing.class);
      for (Timing timing : Timing.values()) {
        all.put(timing, panes.getOrDefault(timing, 0L));
      }
      panes = Collections.unmodifiableMap(all);
    }

    /** All panes. */
    public long allPanes() {
      return panes.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Copies keys and windows. */
  public Run {
    eventsByKey = Collections.unmodifiableMap(new LinkedHashMap<>(eventsByKey));
    windows = List.copyOf(windows);
  }

  /** All of a run whose events are at hand. */
  public static Run of(Outcome outcome) {
    Map<Timing, Long> panes =
        outcome.panes().stream()
            .collect(Collectors.groupingBy(PaneLine::timing, Collectors.counting()));
    LongSummaryStatistics times =
        outcome.rows().events().stream()
            .collect(Collectors.summarizingLong(Event::timestampMillis));
    Map<String, Long> byKey = outcome.eventsByKey();
    List<WindowPanes> windows = outcome.windows();
    Counters counters =
        new Counters(
            outcome.rows().rows(),
            outcome.rows().deadLetters().size(),
            outcome.rows().events().size(),
            byKey.size(),
            windows.size(),
            panes,
            outcome.late().size(),
            outcome.worst().map(LateLine::delayMillis).orElse(0L),
            Counters.NOT_COUNTED);
    return new Run(counters, byKey, windows, times.getMin(), times.getMax());
  }

  /** The same with other names of the keys; each key must keep a name of its own. */
  Run withKeys(UnaryOperator<String> nameOf) {
    Map<String, Long> renamed = new LinkedHashMap<>();
    eventsByKey.forEach((key, events) -> renamed.put(nameOf.apply(key), events));
    return new Run(
        counters,
        renamed,
        windows.stream()
            .map(window -> window.withKey(nameOf.apply(window.window().key())))
            .toList(),
        firstMillis,
        newestMillis);
  }

  /** How many windows are not shown. */
  long windowsLeftOut() {
    return counters.windows() - windows.size();
  }

  /**
   * For each of the most active keys its last window that had ended by the newest event time, or
   * its last window if none had; keys that gave no pane are left out.
   */
  List<WindowPanes> lastFullWindows(int mostKeys) {
    return ofActiveKeys(
        mostKeys,
        (one, other) -> endedBy(newestMillis, other) || !endedBy(newestMillis, one) ? other : one);
  }

  private static boolean endedBy(long millis, WindowPanes panes) {
    return panes.window().endMillis() <= millis;
  }

  private List<WindowPanes> ofActiveKeys(int mostKeys, BinaryOperator<WindowPanes> better) {
    Map<String, WindowPanes> best = new HashMap<>();
    windows.forEach(panes -> best.merge(panes.window().key(), panes, better));
    return eventsByKey.keySet().stream()
        .filter(best::containsKey)
        .limit(mostKeys)
        .map(best::get)
        .toList();
  }

  /** By key, then by time. */
  public static Comparator<WindowPanes> order() {
    return Comparator.comparing(
        WindowPanes::window,
        Comparator.comparing(KeyWindow::key)
            .thenComparing(KeyWindow::startMillis)
            .thenComparing(KeyWindow::endMillis));
  }
}
