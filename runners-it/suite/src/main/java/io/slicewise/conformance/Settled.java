package io.slicewise.conformance;

import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.Pane;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioOutput;
import io.slicewise.pipelines.scenario.WindowSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the panes of each window say when all have come: the last one, if panes hold all of their
 * window; all together, if each holds what is new; what is left, if panes are withdrawn.
 */
final class Settled {
  private final Scenario scenario;

  private Settled(Scenario scenario) {
    this.scenario = scenario;
  }

  /** How what {@code actual} says in the end differs from {@code expected}, in words. */
  static List<String> differences(
      Scenario scenario, ScenarioOutput expected, ScenarioOutput actual) {
    Settled settled = new Settled(scenario);
    Map<String, Object> wanted = settled.values(expected.panes());
    Map<String, Object> found = settled.values(actual.panes());
    List<String> differences = new ArrayList<>();
    Stream.concat(wanted.keySet().stream(), found.keySet().stream())
        .distinct()
        .filter(window -> !Objects.equals(wanted.get(window), found.get(window)))
        .forEach(
            window ->
                differences.add(
                    "in the end, %s: expected %s but was %s"
                        .formatted(window, wanted.get(window), found.get(window))));
    return differences;
  }

  private Map<String, Object> values(List<Pane> panes) {
    Map<String, List<Pane>> byWindow =
        panes.stream()
            .collect(
                Collectors.groupingBy(
                    pane -> nameOf(pane, panes), TreeMap::new, Collectors.toList()));
    Map<String, Object> values = new TreeMap<>();
    byWindow.forEach((window, all) -> values.put(window, valueOf(all)));
    return values;
  }

  /** Windows by stream time depend on the order of elements; those of a key are taken together. */
  private String nameOf(Pane pane, List<Pane> panes) {
    WindowSpec spec = scenario.windows().get(pane.windowSpec());
    return "key "
        + pane.key()
        + ", windows "
        + pane.windowSpec()
        + (spec instanceof WindowSpec.StreamTime ? "" : ", " + settled(pane, spec, panes));
  }

  /** The window of {@code pane}, or the session that it has become part of. */
  private static TimeWindow settled(Pane pane, WindowSpec spec, List<Pane> panes) {
    TimeWindow window = pane.window();
    if (!(spec instanceof WindowSpec.Sessions)) {
      return window;
    }
    return panes.stream()
        .filter(other -> other.key().equals(pane.key()))
        .filter(other -> other.windowSpec() == pane.windowSpec())
        .map(Pane::window)
        .filter(
            other ->
                other.startMillis() <= window.startMillis()
                    && window.endMillis() <= other.endMillis())
        .max(Comparator.comparing(other -> other.endMillis() - other.startMillis()))
        .orElseThrow();
  }

  private Object valueOf(List<Pane> panes) {
    boolean byStreamTime = scenario.windows().get(0) instanceof WindowSpec.StreamTime;
    if (byStreamTime || scenario.accumulation() == Scenario.Accumulation.DISCARDING) {
      return together(panes.stream().map(Pane::value).toList());
    }
    if (scenario.accumulation() == Scenario.Accumulation.RETRACTING) {
      List<Object> left = new ArrayList<>();
      panes.stream().filter(pane -> !pane.retraction()).map(this::shown).forEach(left::add);
      panes.stream().filter(Pane::retraction).map(this::shown).forEach(left::remove);
      return left;
    }
    TimeWindow whole =
        panes.stream()
            .map(Pane::window)
            .max(Comparator.comparing(window -> window.endMillis() - window.startMillis()))
            .orElseThrow();
    return panes.stream()
        .filter(pane -> pane.window().equals(whole))
        .max(Comparator.comparing(Pane::index))
        .map(Pane::value)
        .map(value -> together(List.of(value)))
        .orElseThrow();
  }

  private Object shown(Pane pane) {
    return List.of(pane.window(), together(List.of(pane.value())));
  }

  /** One value of several, the same in whatever order they come. */
  private Object together(List<Object> values) {
    AggregateSpec.Kind kind = scenario.aggregate().kind();
    return switch (kind) {
      case LIST ->
          values.stream()
              .flatMap(value -> ((List<?>) value).stream())
              .map(Object::toString)
              .sorted()
              .toList();
      case CONCAT ->
          values.stream()
              .flatMapToInt(value -> value.toString().codePoints())
              .sorted()
              .boxed()
              .toList();
      case SUM, COUNT -> values.stream().reduce(Settled::sum).orElseThrow();
      case MIN -> comparable(values).min(Comparator.naturalOrder()).orElseThrow();
      case MAX -> comparable(values).max(Comparator.naturalOrder()).orElseThrow();
      case MEAN, DISTINCT, TOP_N -> {
        if (values.size() > 1) {
          throw new IllegalArgumentException(
              scenario.id() + ": panes of " + kind + " do not say together what one would.");
        }
        yield values.get(0);
      }
    };
  }

  private static Object sum(Object left, Object right) {
    return left instanceof Long whole
        ? (Object) (whole + (Long) right)
        : (Object) ((Double) left + (Double) right);
  }

  @SuppressWarnings("unchecked")
  private static Stream<Comparable<Object>> comparable(List<Object> values) {
    return values.stream().map(value -> (Comparable<Object>) value);
  }
}
