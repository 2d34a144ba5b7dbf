package io.slicewise.dataflow;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.io.GenerateSequence;

/** What a job may be on Dataflow, and what the runner calls it. */
public enum DataflowMode {
  BATCH(false, "JAVA_BATCH_AUTOSCALING", List.of()),
  STREAMING(true, "STREAMING", List.of()),
  STREAMING_ENGINE(true, "STREAMING", List.of("enable_streaming_engine")),
  RUNNER_V2_BATCH(false, "FNAPI_BATCH", List.of("use_runner_v2")),
  RUNNER_V2_STREAMING(true, "FNAPI_STREAMING", List.of("use_runner_v2"));

  private final boolean streaming;
  private final String jobType;
  private final List<String> experiments;

  DataflowMode(boolean streaming, String jobType, List<String> experiments) {
    this.streaming = streaming;
    this.jobType = jobType;
    this.experiments = experiments;
  }

  /** Whether it runs until it is stopped. */
  public boolean isStreaming() {
    return streaming;
  }

  /** The {@code job_type} in the environment of the job. */
  public String jobType() {
    return jobType;
  }

  /** Whether workers run the SDK's harness, and are given the pipeline in place of steps. */
  public boolean usesFnApi() {
    return jobType.startsWith("FNAPI");
  }

  /** The options that make a job so. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--streaming=" + streaming));
    experiments.forEach(experiment -> arguments.add("--experiments=" + experiment));
    return arguments;
  }

  /** The numbers from 0, with an end in batch. */
  GenerateSequence numbers() {
    return streaming ? GenerateSequence.from(0) : GenerateSequence.from(0).to(100);
  }
}
