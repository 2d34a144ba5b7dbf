package io.slicewise.pipelines.scenario;

import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.window.TimeWindow;
import io.slicewise.pipelines.scenario.LocatedJson.Fields;
import java.util.List;
import java.util.OptionalLong;

/** Reads what must come out of a scenario. */
final class ExpectationReader {
  private static final List<String> PANE_FIELDS =
      List.of(
          "key",
          "window",
          "windowSpec",
          "value",
          "timing",
          "index",
          "nonSpeculativeIndex",
          "isFirst",
          "isLast",
          "timestamp",
          "retraction");

  private final ValueReader values;
  private final int windowSpecs;

  ExpectationReader(ValueReader values, int windowSpecs) {
    this.values = values;
    this.windowSpecs = windowSpecs;
  }

  Expectation read(LocatedJson json) {
    Fields fields = json.fields(List.of("panes", "late"), List.of("droppedDueToLateness"));
    return new Expectation(
        fields.get("panes").items().stream().map(this::pane).toList(),
        fields.get("late").items().stream().map(e -> EventReader.element(e, values)).toList(),
        fields
            .find("droppedDueToLateness")
            .map(dropped -> OptionalLong.of(dropped.integer(0, Long.MAX_VALUE, "")))
            .orElse(OptionalLong.empty()));
  }

  private ExpectedPane pane(LocatedJson json) {
    Fields fields = json.fields(List.of(), PANE_FIELDS);
    return new ExpectedPane(
        fields.find("key").map(LocatedJson::text),
        fields.find("windowSpec").map(spec -> (int) spec.integer(0, windowSpecs - 1, "")),
        fields.find("window").map(ExpectationReader::window),
        fields.find("value").map(values::pane),
        fields.find("timing").map(timing -> timing.constant(PaneTiming.class)),
        fields.find("index").map(index -> index.integer(0, Long.MAX_VALUE, "")),
        fields.find("nonSpeculativeIndex").map(index -> index.integer(-1, Long.MAX_VALUE, "")),
        fields.find("isFirst").map(LocatedJson::bool),
        fields.find("isLast").map(LocatedJson::bool),
        fields.find("timestamp").map(LocatedJson::integer),
        fields.find("retraction").map(LocatedJson::bool).orElse(false));
  }

  private static TimeWindow window(LocatedJson json) {
    List<LocatedJson> bounds = json.items();
    if (bounds.size() != 2) {
      throw json.error("must be [start, end] but had " + bounds.size() + " items.");
    }
    long start = bounds.get(0).integer();
    long end = bounds.get(1).integer();
    if (start >= end) {
      throw json.error("must end after it starts but was [" + start + ", " + end + "].");
    }
    return new TimeWindow(start, end);
  }
}
