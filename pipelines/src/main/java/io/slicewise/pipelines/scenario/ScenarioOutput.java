package io.slicewise.pipelines.scenario;

import java.util.List;

/**
 * Everything that came out of a scenario.
 *
 * @param panes the panes, in order of output within each key
 * @param late the elements that came too late for all their windows
 * @param droppedDueToLateness how often an element came too late for a window
 */
public record ScenarioOutput(
    List<Pane> panes, List<Event.Element> late, long droppedDueToLateness) {
  /** No output at all. */
  public static final ScenarioOutput NOTHING = new ScenarioOutput(List.of(), List.of(), 0);

  /** Copies the lists. */
  public ScenarioOutput {
    panes = List.copyOf(panes);
    late = List.copyOf(late);
  }
}
