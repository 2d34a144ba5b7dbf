package io.slicewise.oracle;

import io.slicewise.pipelines.scenario.Event;
import io.slicewise.pipelines.scenario.Expectation;
import io.slicewise.pipelines.scenario.ExpectedPane;
import io.slicewise.pipelines.scenario.Pane;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** How what came out differs from what should have. */
final class Differences {
  private Differences() {}

  /** What {@code actual} misses of {@code expected}, and has in excess; empty if they are equal. */
  static List<String> of(Expectation expected, Outcome actual) {
    List<String> differences = new ArrayList<>();
    List<Pane> unexpected = new ArrayList<>(actual.panes());
    for (ExpectedPane pane : expected.panes()) {
      Optional<Pane> match = unexpected.stream().filter(other -> matches(pane, other)).findFirst();
      if (match.isPresent()) {
        unexpected.remove(match.get());
      } else {
        differences.add("missing " + pane);
      }
    }
    unexpected.forEach(pane -> differences.add("unexpected " + pane));
    List<Event.Element> unexpectedLate = new ArrayList<>(actual.late());
    for (Event.Element element : expected.late()) {
      if (!unexpectedLate.remove(element)) {
        differences.add("missing late " + element);
      }
    }
    unexpectedLate.forEach(element -> differences.add("unexpected late " + element));
    expected
        .droppedDueToLateness()
        .ifPresent(
            dropped -> {
              if (dropped != actual.droppedDueToLateness()) {
                differences.add(
                    "dropped due to lateness: expected "
                        + dropped
                        + " but was "
                        + actual.droppedDueToLateness());
              }
            });
    return differences;
  }

  private static boolean matches(ExpectedPane expected, Pane actual) {
    return agrees(expected.key(), actual.key())
        && agrees(expected.window(), actual.window())
        && agrees(expected.value().map(Differences::sorted), sorted(actual.value()))
        && agrees(expected.timing(), actual.timing())
        && agrees(expected.index(), actual.index())
        && agrees(expected.nonSpeculativeIndex(), actual.nonSpeculativeIndex())
        && agrees(expected.isFirst(), actual.isFirst())
        && agrees(expected.isLast(), actual.isLast())
        && agrees(expected.timestampMillis(), actual.timestampMillis())
        && expected.retraction() == actual.retraction();
  }

  private static <T> boolean agrees(Optional<T> expected, T actual) {
    return expected.isEmpty() || Objects.equals(expected.get(), actual);
  }

  private static Object sorted(Object value) {
    if (value instanceof List<?> values && values.stream().noneMatch(List.class::isInstance)) {
      List<Object> sorted = new ArrayList<>(values);
      sorted.sort(Comparator.comparing(Object::toString));
      return sorted;
    }
    return value;
  }
}
