package io.slicewise.oracle;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Several window specifications: each must do what an oracle makes of it alone. An element is late
 * if it is too late for one of them, and for every other it is too late or between windows.
 */
final class EachAloneOracle {
  private EachAloneOracle() {}

  /** Runs {@code scenario}, each of its specifications with {@code oracle}. */
  static Outcome run(Scenario scenario, Comparison.Runner oracle) throws Exception {
    List<Pane> panes = new ArrayList<>();
    List<Event.Element> late = new ArrayList<>();
    scenario.events().stream()
        .filter(Event.Element.class::isInstance)
        .forEach(event -> late.add((Event.Element) event));
    Set<Event.Element> tooLateForOne = Collections.newSetFromMap(new IdentityHashMap<>());
    long expired = 0;
    long closed = 0;
    Map<String, List<Long>> outputWatermarks = new TreeMap<>();
    for (int index = 0; index < scenario.windows().size(); index++) {
      WindowSpec spec = scenario.windows().get(index);
      Script alone = Script.of(scenario);
      alone.windows = spec;
      alone.furtherWindows = List.of();
      Outcome outcome = oracle.run(alone.toScenario());
      for (Pane pane : outcome.panes()) {
        panes.add(inSpec(pane, index));
      }
      Set<Event.Element> tooLate = Collections.newSetFromMap(new IdentityHashMap<>());
      tooLate.addAll(outcome.late());
      tooLateForOne.addAll(tooLate);
      late.removeIf(element -> !tooLate.contains(element) && !isInGap(spec, element));
      expired += outcome.droppedDueToLateness();
      closed += outcome.droppedDueToClosedWindow();
      outcome.outputWatermarks().forEach((key, own) -> merge(outputWatermarks, key, own));
    }
    late.removeIf(element -> !tooLateForOne.contains(element));
    return new Outcome(panes, late, expired, closed, outputWatermarks);
  }

  private static boolean isInGap(WindowSpec spec, Event.Element element) {
    return OracleWindows.knows(spec)
        && new OracleWindows(spec).windowsOf(element.timestampMillis()).isEmpty();
  }

  private static void merge(Map<String, List<Long>> all, String key, List<Long> own) {
    List<Long> merged = all.computeIfAbsent(key, unused -> new ArrayList<>(own));
    for (int i = 0; i < merged.size(); i++) {
      merged.set(i, Math.min(merged.get(i), own.get(i)));
    }
  }

  private static Pane inSpec(Pane pane, int index) {
    return new Pane(
        pane.key(),
        index,
        pane.window(),
        pane.value(),
        pane.timing(),
        pane.index(),
        pane.nonSpeculativeIndex(),
        pane.isFirst(),
        pane.isLast(),
        pane.timestampMillis(),
        pane.retraction());
  }
}
