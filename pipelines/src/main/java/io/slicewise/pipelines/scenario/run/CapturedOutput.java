package io.slicewise.pipelines.scenario.run;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What a pipeline in this process has put out. A pipeline is serialized, so its steps know only the
 * id of the run and find this by it.
 */
final class CapturedOutput implements AutoCloseable {
  private static final Map<String, CapturedOutput> OPEN = new ConcurrentHashMap<>();

  private final String runId = UUID.randomUUID().toString();
  private final Queue<Pane> panes = new ConcurrentLinkedQueue<>();
  private final Queue<Event.Element> late = new ConcurrentLinkedQueue<>();

  private CapturedOutput() {}

  /** A new, empty one, to be closed after the run. */
  static CapturedOutput open() {
    CapturedOutput output = new CapturedOutput();
    OPEN.put(output.runId, output);
    return output;
  }

  /**
   * The output of a run.
   *
   * @throws IllegalStateException if there is no such run in this process
   */
  static CapturedOutput of(String runId) {
    CapturedOutput output = OPEN.get(runId);
    if (output == null) {
      throw new IllegalStateException(
          "Run " + runId + " is not one of this process. Scenarios run on embedded runners only.");
    }
    return output;
  }

  String runId() {
    return runId;
  }

  void add(Pane pane) {
    panes.add(pane);
  }

  void addLate(Event.Element element) {
    late.add(element);
  }

  ScenarioOutput toScenarioOutput(long droppedDueToLateness) {
    return new ScenarioOutput(
        panes.stream().toList(), late.stream().toList(), droppedDueToLateness);
  }

  @Override
  public void close() {
    OPEN.remove(runId);
  }
}
