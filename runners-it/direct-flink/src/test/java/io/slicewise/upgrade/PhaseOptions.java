package io.slicewise.upgrade;

import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.options.Description;

/** The settings of one run. */
public interface PhaseOptions extends FlinkPipelineOptions {
  /** Which {@link PhaseRun} takes down what is seen. */
  @Description("Id of the run")
  String getRunId();

  /** Sets the run. */
  void setRunId(String id);

  /** How many phases are read. */
  @Description("Number of phases")
  int getPhaseCount();

  /** Sets the number of phases. */
  void setPhaseCount(int count);
}
