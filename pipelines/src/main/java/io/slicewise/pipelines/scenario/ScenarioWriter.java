package io.slicewise.pipelines.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes scenarios in the JSON form that {@link ScenarioReader} reads. */
public final class ScenarioWriter {
  private ScenarioWriter() {}

  /** The scenarios as a JSON array, ready to be a file: related fields share a line. */
  public static String write(List<Scenario> scenarios) {
    return scenarios.stream()
        .map(ScenarioWriter::object)
        .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
  }

  private static String object(Scenario scenario) {
    List<String> windows = scenario.windows().stream().map(JsonForm::of).map(JsonText::of).toList();
    List<String> events = scenario.events().stream().map(JsonForm::of).map(JsonText::of).toList();
    String body =
        String.join(
            ",\n  ",
            member("id", scenario.id()),
            member("title", scenario.title()),
            member("source", scenario.source()),
            member("aggregate", scenario.aggregate().toString())
                + ", \"windows\": ["
                + String.join(", ", windows)
                + "]",
            "\"trigger\": " + JsonText.of(TriggerForm.of(scenario.trigger())),
            settings(scenario),
            member("closingBehavior", scenario.closingBehavior())
                + ", "
                + member("onTimeBehavior", scenario.onTimeBehavior()),
            "\"events\": " + lines(events, "    "),
            "\"expect\": {\n    " + expectation(scenario.expect()) + "\n  }",
            member("verified", scenario.verified()));
    return "{\n  " + body + "\n}";
  }

  private static String settings(Scenario scenario) {
    return String.join(
        ", ",
        member("allowedLateness", scenario.allowedLatenessMillis()),
        member("accumulation", scenario.accumulation()),
        member("timestampCombiner", scenario.timestampCombiner()));
  }

  private static String expectation(Expectation expect) {
    List<String> panes = expect.panes().stream().map(JsonForm::of).map(JsonText::of).toList();
    List<String> late = expect.late().stream().map(JsonForm::element).map(JsonText::of).toList();
    List<String> members = new ArrayList<>();
    members.add("\"panes\": " + lines(panes, "      "));
    members.add("\"late\": " + lines(late, "      "));
    expect
        .droppedDueToLateness()
        .ifPresent(dropped -> members.add(member("droppedDueToLateness", dropped)));
    return String.join(",\n    ", members);
  }

  private static String member(String name, Object value) {
    String member = JsonText.of(Map.of(name, value));
    return member.substring(1, member.length() - 1);
  }

  /** The items, one a line; {@code indent} is that of an item. */
  private static String lines(List<String> items, String indent) {
    if (items.isEmpty()) {
      return "[]";
    }
    String outer = indent.substring(2);
    return "[\n" + indent + String.join(",\n" + indent, items) + "\n" + outer + "]";
  }
}
