package io.slicewise.dataflow;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the steps of one transform from a job without the Fn API. */
final class JobSteps {
  private JobSteps() {}

  /** The steps below {@code transform}, in order. */
  static List<Step> of(TranslatedJob job, String transform) {
    List<Step> steps = new ArrayList<>();
    for (JsonNode step : job.job().path("steps")) {
      String name = text(step.at("/properties/user_name"));
      if (name.startsWith(transform + "/")) {
        steps.add(stepOf(step, name.substring(transform.length() + 1)));
      }
    }
    return steps;
  }

  private static Step stepOf(JsonNode step, String name) {
    JsonNode properties = step.path("properties");
    Map<String, String> outputs = new HashMap<>();
    for (JsonNode output : properties.path("output_info")) {
      JsonNode components = output.at("/encoding/component_encodings");
      outputs.put(
          tagOf(text(output.path("output_name"))),
          components.path(1).path("@type").asText().replace("kind:", ""));
    }
    return new Step(
        Step.Kind.inJob(step.path("kind").asText()),
        name,
        "true".equals(text(properties.path("uses_keyed_state"))),
        outputs);
  }

  /** Whether each grouping below {@code transform} sorts the elements of a key by time. */
  static boolean sortsBeforeState(TranslatedJob job, String transform) {
    for (JsonNode step : job.job().path("steps")) {
      JsonNode properties = step.path("properties");
      if (text(properties.path("user_name")).startsWith(transform + "/")
          && step.path("kind").asText().equals("GroupByKey")
          && !"true".equals(text(properties.path("sort_values")))) {
        return false;
      }
    }
    return true;
  }

  /** The tags that Beam makes up differ from run to run. */
  static String tagOf(String name) {
    return name.startsWith("org.apache.beam.") || name.equals("output") ? Step.ONLY : name;
  }

  private static String text(JsonNode node) {
    return node.isObject() ? node.path("value").asText() : node.asText();
  }
}
