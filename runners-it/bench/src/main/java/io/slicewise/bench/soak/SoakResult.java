package io.slicewise.bench.soak;

import io.slicewise.bench.measure.JobMetrics.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What came of one case.
 *
 * @param soak the case
 * @param events how many events there were
 * @param keys how many keys had them
 * @param panes how many panes came out
 * @param seconds how long the job took
 * @param complete the windows that showed all their events
 * @param expected the windows that have an event
 * @param wrongPanes the first panes that were wrong
 * @param mostTimers the most event-time timers at once
 * @param mostLiveKeys how many keys may have state at once, each with one timer
 * @param timersLeft how many timers were left at the end
 * @param entriesLeft how many entries of state there were with one key left; negative if unknown
 * @param startNanos when the job began, as {@link System#nanoTime}
 * @param checkpoints what was seen of its checkpoints
 */
record SoakResult(
    SoakCase soak,
    long events,
    long keys,
    long panes,
    double seconds,
    PaneCheck.Windows complete,
    PaneCheck.Windows expected,
    List<String> wrongPanes,
    long mostTimers,
    long mostLiveKeys,
    long timersLeft,
    long entriesLeft,
    long startNanos,
    List<Checkpoint> checkpoints) {

  /** Three cells, and Beam's knowledge of the timer. */
  private static final long ENTRIES_OF_A_KEY = 4;

  /** All that is not as it must be; nothing if the run was good. */
  List<String> problems() {
    List<String> problems = new ArrayList<>(wrongPanes);
    if (!complete.equals(expected)) {
      problems.add("windows with all their events: " + complete + ", not " + expected);
    }
    if (mostTimers > mostLiveKeys) {
      problems.add("timers at once: " + mostTimers + ", for " + mostLiveKeys + " keys at most");
    }
    if (timersLeft != 0) {
      problems.add("timers left: " + timersLeft);
    }
    if (entriesLeft < 0 || entriesLeft > ENTRIES_OF_A_KEY) {
      problems.add("entries of state left, with one key: " + entriesLeft);
    }
    return problems;
  }

  /** The size of the largest checkpoint, in bytes; 0 if there was none. */
  long largestCheckpoint() {
    return checkpoints.stream().mapToLong(Checkpoint::bytes).max().orElse(0);
  }

  /** A row of a Markdown table. */
  String toRow() {
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %,d | %,d | %,d | %.0f | %,d | %.1f | %,d |",
        soak,
        events,
        keys,
        expected.count(),
        panes,
        seconds,
        checkpoints.size(),
        largestCheckpoint() / 1e6,
        mostTimers);
  }
}
