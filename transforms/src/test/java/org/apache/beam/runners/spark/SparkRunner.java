package org.apache.beam.runners.spark;

import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.PipelineRunner;

/** Stands in for Beam's runner of this name, which is known by its name only. */
public final class SparkRunner extends PipelineRunner<PipelineResult> {
  @Override
  public PipelineResult run(Pipeline pipeline) {
    throw new UnsupportedOperationException("run");
  }
}
