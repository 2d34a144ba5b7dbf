package io.slicewise.pipelines.scenario;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares what came out of a scenario with what was expected, as multisets. What an expected pane
 * leaves open fits everything, so panes are paired such that as many as possible fit.
 */
public final class ScenarioComparison {
  private ScenarioComparison() {}

  /** What differs, in words; nothing if all is as expected. */
  public static List<String> differences(Scenario scenario, ScenarioOutput output) {
    Expectation expect = scenario.expect();
    PaneMatch match = new PaneMatch(scenario.aggregate().kind() == AggregateSpec.Kind.LIST);
    List<String> differences =
        new ArrayList<>(paneDifferences(expect.panes(), output.panes(), match));
    differences.addAll(lateDifferences(expect.late(), output.late()));
    expect
        .droppedDueToLateness()
        .ifPresent(
            expected -> {
              if (expected != output.droppedDueToLateness()) {
                differences.add(
                    "droppedDueToLateness: expected "
                        + expected
                        + " but was "
                        + output.droppedDueToLateness());
              }
            });
    return differences;
  }

  private static List<String> paneDifferences(
      List<ExpectedPane> expected, List<Pane> actual, PaneMatch match) {
    MultisetMatch<ExpectedPane, Pane> pairs = MultisetMatch.of(expected, actual, match::fits);
    List<Pane> unexpected = new ArrayList<>(pairs.unmatchedActual());
    List<String> differences = new ArrayList<>();
    for (ExpectedPane missing : pairs.unmatchedExpected()) {
      Optional<Pane> counterpart = takeCounterpart(missing, unexpected);
      differences.add(
          counterpart
              .map(pane -> match.difference(missing, pane))
              .orElseGet(() -> "missing pane " + JsonText.of(JsonForm.of(missing))));
    }
    for (Pane pane : unexpected) {
      Map<String, Object> form = JsonForm.of(pane, pane.windowSpec() > 0);
      differences.add("unexpected pane " + JsonText.of(form));
    }
    return differences;
  }

  private static Optional<Pane> takeCounterpart(ExpectedPane missing, List<Pane> unexpected) {
    Iterator<Pane> candidates = unexpected.iterator();
    while (candidates.hasNext()) {
      Pane candidate = candidates.next();
      if (PaneMatch.isSameFiring(missing, candidate)) {
        candidates.remove();
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static List<String> lateDifferences(
      List<Event.Element> expected, List<Event.Element> actual) {
    MultisetMatch<Event.Element, Event.Element> pairs =
        MultisetMatch.of(
            expected,
            actual,
            (e, a) ->
                e.key().equals(a.key())
                    && e.timestampMillis() == a.timestampMillis()
                    && PaneMatch.sameValue(e.value(), a.value()));
    List<String> differences = new ArrayList<>();
    pairs.unmatchedExpected().forEach(e -> differences.add("missing late element " + text(e)));
    pairs.unmatchedActual().forEach(e -> differences.add("unexpected late element " + text(e)));
    return differences;
  }

  private static String text(Event.Element element) {
    return JsonText.of(JsonForm.element(element));
  }
}
