package io.slicewise.dataflow;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A step of a job.
 *
 * @param kind what it does
 * @param name its name, below that of the transform
 * @param keyed whether it has state
 * @param outputs the kind of window of each output, by its tag
 */
record Step(Kind kind, String name, boolean keyed, Map<String, String> outputs) {
  /** In place of the tag of an only output, which has a different one each time. */
  static final String ONLY = "";

  static final String GLOBAL = "global_window";
  static final String INTERVAL = "interval_window";

  private static final String BEFORE_STATE = "/BatchStatefulParDoOverrides.GbkBeforeStatefulParDo/";

  /** What a step does, and what it is called in a job and in a pipeline. */
  enum Kind {
    ASSIGN_WINDOWS("Bucket", "beam:transform:window_into:v1"),
    DO("ParallelDo", "beam:transform:pardo:v1"),
    FLATTEN("Flatten", "beam:transform:flatten:v1"),
    GROUP("GroupByKey", "beam:transform:group_by_key:v1");

    private final String inJob;
    private final String urn;

    Kind(String inJob, String urn) {
      this.inJob = inJob;
      this.urn = urn;
    }

    static Kind inJob(String name) {
      return Stream.of(values()).filter(kind -> kind.inJob.equals(name)).findFirst().orElseThrow();
    }

    static Kind ofUrn(String urn) {
      return Stream.of(values()).filter(kind -> kind.urn.equals(urn)).findFirst().orElseThrow();
    }
  }

  /** A step with one output, in the global window. */
  static Step of(Kind kind, String name) {
    return new Step(kind, name, false, Map.of(ONLY, GLOBAL));
  }

  /** A step that puts its input into the global window. */
  static Step intoGlobalWindow(String name) {
    return of(Kind.ASSIGN_WINDOWS, name + "/Window.Assign");
  }

  /** A step with state. */
  static Step keyed(String name, Map<String, String> outputs) {
    return new Step(Kind.DO, name, true, outputs);
  }

  /** This step, with windows of another kind. */
  Step withOnlyOutputIn(String windowKind) {
    return new Step(kind, name, keyed, Map.of(ONLY, windowKind));
  }

  Step {
    outputs = new TreeMap<>(outputs);
  }

  /**
   * What takes its place in batch: state is kept for one key at a time, whose elements are brought
   * together in order of time.
   */
  Stream<Step> inBatch() {
    return keyed
        ? Stream.of(
            of(Kind.DO, name + BEFORE_STATE + "ReifyWindows"),
            of(Kind.GROUP, name + BEFORE_STATE + "PartitionKeys"),
            new Step(Kind.DO, name + "/ParMultiDo(BatchStateful)", false, outputs))
        : Stream.of(this);
  }

  /** The steps in batch. */
  static List<Step> inBatch(List<Step> steps) {
    return steps.stream().flatMap(Step::inBatch).toList();
  }
}
