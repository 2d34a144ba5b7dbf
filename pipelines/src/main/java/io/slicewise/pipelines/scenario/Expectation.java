package io.slicewise.pipelines.scenario;

import java.util.List;
import java.util.OptionalLong;

/**
 * Everything that must come out of a scenario. Both lists are multisets.
 *
 * @param panes the complete output
 * @param late the complete late output
 * @param droppedDueToLateness how often an element came too late for a window; absent if that is
 *     not compared
 */
public record Expectation(
    List<ExpectedPane> panes, List<Event.Element> late, OptionalLong droppedDueToLateness) {

  /** Copies the lists. */
  public Expectation {
    panes = List.copyOf(panes);
    late = List.copyOf(late);
  }

  /** The expectation that exactly this comes out. */
  public static Expectation exactly(List<Pane> panes, List<Event.Element> late, long dropped) {
    return new Expectation(
        panes.stream().map(ExpectedPane::of).toList(), late, OptionalLong.of(dropped));
  }
}
