package io.slicewise.hostile;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;

/** What one recovery test has seen so far, over all attempts of its job in this process. */
final class RecoveryRun implements AutoCloseable {
  private static final ConcurrentMap<String, RecoveryRun> RUNS = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();
  private final AtomicLongArray completed = new AtomicLongArray(RecoveryInput.SPLITS);
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger resumed = new AtomicInteger();
  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicInteger seenAtCheckpoint = new AtomicInteger();
  private final ConcurrentMap<PaneOfKey, Set<Pane>> panes = new ConcurrentHashMap<>();

  /** Where the job fails, one after the other. */
  private final List<String> places;

  private RecoveryRun(List<String> places) {
    this.places = places;
  }

  /** A run that fails at each of {@code places}, in this order, spread over the input. */
  static RecoveryRun open(List<String> places) {
    RecoveryRun run = new RecoveryRun(List.copyOf(places));
    RUNS.put(run.id, run);
    return run;
  }

  static RecoveryRun of(String id) {
    RecoveryRun run = RUNS.get(id);
    if (run == null) {
      throw new IllegalStateException("no run " + id);
    }
    return run;
  }

  @Override
  public void close() {
    RUNS.remove(id);
  }

  String id() {
    return id;
  }

  /** A checkpoint with this position of the split is complete. */
  void completed(int split, long position) {
    completed.accumulateAndGet(split, position, Math::max);
    seenAtCheckpoint.set(seen.get());
  }

  long completedPosition(int split) {
    return completed.get(split);
  }

  /** A reader starts from the mark of a checkpoint. */
  void readerResumes() {
    resumed.incrementAndGet();
  }

  /**
   * Throws if the next failure is at {@code place}, and completed checkpoints have come as far as
   * it is due.
   */
  void failIfDueAt(String place) {
    int failed = failures.get();
    if (failed == places.size() || !places.get(failed).equals(place)) {
      return;
    }
    long due = RecoveryInput.ELEMENTS * (failed + 2) / (places.size() + 2);
    for (int split = 0; split < RecoveryInput.SPLITS; split++) {
      if (completed.get(split) < due) {
        return;
      }
    }
    if (failures.compareAndSet(failed, failed + 1)) {
      throw new IllegalStateException("Failure " + (failed + 1) + " at " + place + ", on purpose");
    }
  }

  /** The same, and only after panes that come again because no checkpoint has them. */
  void failAfterPanesIfDueAt(String place) {
    if (seen.get() > seenAtCheckpoint.get()) {
      failIfDueAt(place);
    }
  }

  void pane(WindowOfKey window, Pane pane) {
    seen.incrementAndGet();
    panes
        .computeIfAbsent(
            new PaneOfKey(window, pane.info.getIndex()), key -> ConcurrentHashMap.newKeySet())
        .add(pane);
  }

  /** Whether it has failed at all places. */
  boolean hasFailedEverywhere() {
    return failures.get() == places.size();
  }

  int resumed() {
    return resumed.get();
  }

  /** How many panes came again. */
  int repeated() {
    return seen.get() - panes.values().stream().mapToInt(Set::size).sum();
  }

  Map<PaneOfKey, Set<Pane>> panes() {
    return panes;
  }

  /** A window, by its end, of a key. */
  record WindowOfKey(String key, long end) {}

  /** What a sink would upsert by. */
  record PaneOfKey(WindowOfKey window, long index) {}

  /** All of a pane that must not change when it comes again. */
  record Pane(long value, PaneInfo info, long timestamp) {}
}
