package io.slicewise.pipelines.dataflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.dataflow.TranslatedJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.beam.model.pipeline.v1.RunnerApi.Components;
import org.apache.beam.model.pipeline.v1.RunnerApi.PTransform;
import org.apache.beam.model.pipeline.v1.RunnerApi.ParDoPayload;

/** The steps of a job: what each is, its name, and the names of its states and timers. */
final class StepList {
  private StepList() {}

  /** The steps in their order; on the Fn API they are those of the pipeline. */
  static List<String> of(TranslatedJob job, boolean usesFnApi) {
    List<String> steps = new ArrayList<>();
    if (usesFnApi) {
      Components components = job.pipeline().getComponents();
      add(components, job.pipeline().getRootTransformIdsList(), steps);
    } else {
      for (JsonNode step : job.job().path("steps")) {
        JsonNode name = step.at("/properties/user_name");
        boolean keyed = "true".equals(text(step.at("/properties/uses_keyed_state")));
        steps.add(step.path("kind").asText() + " " + text(name) + (keyed ? " keyed" : ""));
      }
    }
    return steps;
  }

  private static void add(Components components, List<String> ids, List<String> steps) {
    for (String id : ids) {
      PTransform transform = components.getTransformsOrThrow(id);
      if (transform.getSubtransformsCount() > 0) {
        add(components, transform.getSubtransformsList(), steps);
      } else {
        String urn = transform.getSpec().getUrn();
        steps.add(
            urn.replaceFirst("^beam:(transform|runner|source):", "")
                + " "
                + transform.getUniqueName()
                + (urn.equals("beam:transform:pardo:v1") ? keyed(transform) : ""));
      }
    }
  }

  private static String keyed(PTransform transform) {
    try {
      ParDoPayload payload = ParDoPayload.parseFrom(transform.getSpec().getPayload());
      TreeSet<String> names = new TreeSet<>(payload.getStateSpecsMap().keySet());
      names.addAll(payload.getTimerFamilySpecsMap().keySet());
      return names.isEmpty() ? "" : " keyed " + names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(JsonNode node) {
    return node.isObject() ? node.path("value").asText() : node.asText();
  }
}
