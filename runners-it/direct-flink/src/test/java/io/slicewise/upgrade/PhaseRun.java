package io.slicewise.upgrade;

import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import org.apache.beam.sdk.options.PipelineOptions;

/** What one run of the job has seen, in this process. */
final class PhaseRun implements AutoCloseable {
  private static final ConcurrentMap<String, PhaseRun> RUNS = new ConcurrentHashMap<>();

  private final String id = UUID.randomUUID().toString();
  private final Queue<String> panes = new ConcurrentLinkedQueue<>();
  private int phasesOver;

  private PhaseRun() {}

  static PhaseRun open() {
    PhaseRun run = new PhaseRun();
    RUNS.put(run.id, run);
    return run;
  }

  static PhaseRun of(PipelineOptions options) {
    return RUNS.get(options.as(PhaseOptions.class).getRunId());
  }

  @Override
  public void close() {
    RUNS.remove(id);
  }

  String id() {
    return id;
  }

  /** The watermark after {@code phase} has left the source: what comes now is behind it. */
  synchronized void phaseIsOver(int phase) {
    phasesOver = Math.max(phasesOver, phase + 1);
    notifyAll();
  }

  synchronized boolean isOver(int phase) {
    return phasesOver > phase;
  }

  synchronized void awaitPhase(int phase) throws InterruptedException {
    while (phasesOver <= phase) {
      wait();
    }
  }

  void pane(String pane) {
    panes.add(pane);
  }

  /** All panes, in alphabetical order. */
  List<String> panes() {
    return panes.stream().sorted().toList();
  }
}
