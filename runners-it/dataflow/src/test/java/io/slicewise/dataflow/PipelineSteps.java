package io.slicewise.dataflow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.model.pipeline.v1.RunnerApi;
import org.apache.beam.model.pipeline.v1.RunnerApi.Components;
import org.apache.beam.model.pipeline.v1.RunnerApi.PTransform;
import org.apache.beam.model.pipeline.v1.RunnerApi.ParDoPayload;
import org.apache.beam.model.pipeline.v1.RunnerApi.WindowingStrategy;
import org.apache.beam.sdk.util.construction.RehydratedComponents;

/** Reads the steps of one transform from the pipeline that workers are given. */
final class PipelineSteps {
  private final Components components;
  private final List<PTransform> steps = new ArrayList<>();
  private final String prefix;

  private PipelineSteps(Components components, String transform) {
    this.components = components;
    this.prefix = transform + "/";
  }

  static PipelineSteps of(TranslatedJob job, String transform) {
    PipelineSteps found = new PipelineSteps(job.pipeline().getComponents(), transform);
    found.add(job.pipeline().getRootTransformIdsList());
    return found;
  }

  private void add(List<String> transformIds) {
    for (String id : transformIds) {
      PTransform transform = components.getTransformsOrThrow(id);
      if (transform.getSubtransformsCount() > 0) {
        add(transform.getSubtransformsList());
      } else if (transform.getUniqueName().startsWith(prefix)) {
        steps.add(transform);
      }
    }
  }

  /** The steps, in order. */
  List<Step> steps() {
    return steps.stream().map(this::stepOf).toList();
  }

  /** What the steps with state keep, by their name. */
  Map<String, State> states() {
    Map<String, State> states = new HashMap<>();
    for (PTransform transform : steps) {
      if (isKeyed(transform)) {
        states.put(nameOf(transform), stateOf(transform));
      }
    }
    return states;
  }

  /** The windows of the input of each step with state, by its name. */
  Map<String, String> windowsOfKeyedInputs() {
    Map<String, String> windows = new HashMap<>();
    for (PTransform transform : steps) {
      if (isKeyed(transform)) {
        windows.put(nameOf(transform), windowsOfInput(transform));
      }
    }
    return windows;
  }

  /** The windows of the input of a step, and whether they are yet to be merged. */
  String windowsOfInput(String step) {
    return steps.stream()
        .filter(transform -> nameOf(transform).equals(step))
        .map(this::windowsOfInput)
        .findFirst()
        .orElseThrow();
  }

  private String windowsOfInput(PTransform transform) {
    WindowingStrategy input = strategyOf(transform.getInputsMap().values().iterator().next());
    return input.getWindowFn().getUrn() + " " + input.getMergeStatus();
  }

  /**
   * What a step keeps for a key.
   *
   * @param cells the coder of each state, by its id
   * @param timers the time domain of each timer and the coder of its keys, by its id
   */
  record State(Map<String, String> cells, Map<String, String> timers) {}

  private Step stepOf(PTransform transform) {
    Map<String, String> outputs = new HashMap<>();
    transform
        .getOutputsMap()
        .forEach((tag, output) -> outputs.put(JobSteps.tagOf(tag), windowKindOf(output)));
    return new Step(
        Step.Kind.ofUrn(transform.getSpec().getUrn()),
        nameOf(transform),
        isKeyed(transform),
        outputs);
  }

  private String nameOf(PTransform transform) {
    String name = transform.getUniqueName().substring(prefix.length());
    // In a job, a step with one output is not told apart from the one that it consists of.
    return name.replaceFirst("/ParMultiDo\\(\\w+\\)$", "");
  }

  private String windowKindOf(String collectionId) {
    String urn =
        components.getCodersOrThrow(strategyOf(collectionId).getWindowCoderId()).getSpec().getUrn();
    return urn.replace("beam:coder:", "").replace(":v1", "");
  }

  private WindowingStrategy strategyOf(String collectionId) {
    return components.getWindowingStrategiesOrThrow(
        components.getPcollectionsOrThrow(collectionId).getWindowingStrategyId());
  }

  private static boolean isKeyed(PTransform transform) {
    return transform.getSpec().getUrn().equals("beam:transform:pardo:v1")
        && payloadOf(transform).getStateSpecsCount() > 0;
  }

  private static ParDoPayload payloadOf(PTransform transform) {
    try {
      return ParDoPayload.parseFrom(transform.getSpec().getPayload());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private State stateOf(PTransform transform) {
    Map<String, String> cells = new TreeMap<>();
    Map<String, String> timers = new TreeMap<>();
    ParDoPayload payload = payloadOf(transform);
    payload
        .getStateSpecsMap()
        .forEach((id, spec) -> cells.put(id, coderOf(readModifyWriteCoder(spec))));
    payload
        .getTimerFamilySpecsMap()
        .forEach((id, spec) -> timers.put(id, spec.getTimeDomain() + " of " + keyCoderOf(spec)));
    return new State(cells, timers);
  }

  private static String readModifyWriteCoder(RunnerApi.StateSpec spec) {
    return spec.getReadModifyWriteSpec().getCoderId();
  }

  /** Timers are coded with the key and the window that they are of. */
  private String keyCoderOf(RunnerApi.TimerFamilySpec spec) {
    return coderOf(
        components.getCodersOrThrow(spec.getTimerFamilyCoderId()).getComponentCoderIds(0));
  }

  private String coderOf(String id) {
    try {
      return RehydratedComponents.forComponents(components).getCoder(id).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
