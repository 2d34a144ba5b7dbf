package io.slicewise.pipelines.explain;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slicewise.beam.Capabilities.Limit;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import java.util.List;
import java.util.Optional;

/** An explanation for scripts: times in milliseconds, windows as start and end. */
final class ExplanationJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_SLICES = 20;

  private ExplanationJson() {}

  /** One JSON object on one line. */
  static String of(Explanation explanation) {
    ObjectNode json = JSON.createObjectNode();
    Question question = explanation.question();
    ArrayNode windows = json.putArray("windows");
    question.aggregation().specs().forEach(spec -> windows.add(spec.windows().toString()));
    json.put("trigger", question.trigger().preset().toString());
    json.put("allowedLateness", question.latenessMillis());
    json.put("accumulation", question.accumulation().name());
    Spans spans = Spans.of(question);
    ArrayNode slices = json.putArray("slices");
    if (spans.areThere()) {
      spans.slices(MOST_SLICES).stream()
          .filter(slice -> spans.windowsAt(slice.startMillis()) > 0)
          .forEach(slice -> slices.add(interval(slice)));
    }
    ArrayNode example = json.putArray("example");
    explanation.example().happenings().forEach(happening -> example.add(of(happening)));
    json.set("cost", of(explanation.cost()));
    json.set("refused", of(explanation.refusals()));
    json.set("limits", of(explanation.limits()));
    return json.toString();
  }

  private static ObjectNode of(Happening happening) {
    ObjectNode json = JSON.createObjectNode();
    Occurrence occurrence = happening.occurrence();
    if (occurrence.isElement()) {
      json.put("element", occurrence.millis());
      json.put("outcome", happening.taken().outcome().name());
      json.put("expiredWindows", happening.taken().expiredWindows());
    } else {
      json.put("watermark", occurrence.millis());
      json.put("endOfTime", occurrence.millis() == TimeBounds.MAX_TIMESTAMP);
    }
    ArrayNode panes = json.putArray("panes");
    happening.panes().forEach(pane -> panes.add(of(pane)));
    json.put("partialAggregatesInState", happening.slicesAfter());
    return json;
  }

  private static ObjectNode of(FiredPane<Long> pane) {
    ObjectNode json = JSON.createObjectNode();
    json.put("windowSpec", pane.windowSpec());
    json.set("window", interval(pane.window()));
    json.put("value", pane.value());
    json.put("timing", pane.timing().name());
    json.put("index", pane.index());
    json.put("isLast", pane.isLast());
    json.put("retraction", pane.isRetraction());
    return json;
  }

  private static ArrayNode interval(TimeWindow interval) {
    return JSON.createArrayNode().add(interval.startMillis()).add(interval.endMillis());
  }

  private static ObjectNode of(Cost cost) {
    ObjectNode json = JSON.createObjectNode();
    json.put("elements", cost.elements());
    json.put("windowsFull", cost.full());
    json.set(
        "windowsPerElement",
        JSON.createArrayNode().add(cost.fewestWindows()).add(cost.mostWindows()));
    json.put("stateWritesPerElement", cost.writesPerElement());
    json.put("stateWritesPerElementWithPanes", cost.writesWithFirings());
    json.put("timersSetPerElement", cost.timersSetPerElement());
    json.put("timersAtATime", cost.timers());
    json.put("partialAggregatesInState", cost.mostSlices());
    json.put("windowsAlive", cost.windowsAlive());
    json.put("panesPerElement", cost.panesPerElement());
    json.put("mergesPerPane", cost.mergesPerPane());
    json.put("mergesPerPaneWithInverse", cost.mergesPerPaneByInverse());
    json.put("keptMillis", cost.keptMillis());
    return json;
  }

  /** Why, or null for what is accepted. */
  private static ObjectNode of(Refusals refusals) {
    ObjectNode json = JSON.createObjectNode();
    put(json, "unboundedInput", refusals.unbounded());
    put(json, "boundedInput", refusals.bounded());
    put(json, "withPreAggregation", refusals.preAggregation());
    put(json, "withHotKeyFanout", refusals.hotKeyFanout());
    return json;
  }

  private static void put(ObjectNode json, String name, Optional<String> reason) {
    json.put(name, reason.orElse(null));
  }

  private static ArrayNode of(List<Limit> limits) {
    ArrayNode json = JSON.createArrayNode();
    for (Limit limit : limits) {
      json.addObject()
          .put("where", limit.where())
          .put("reason", limit.reason())
          .put("consequence", limit.consequence())
          .put("issue", limit.issue().toString());
    }
    return json;
  }
}
