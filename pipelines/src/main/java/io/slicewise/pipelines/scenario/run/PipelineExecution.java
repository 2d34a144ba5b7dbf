package io.slicewise.pipelines.scenario.run;

import java.util.List;
import java.util.function.Supplier;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;

/** How a pipeline is run until nothing more can come out. */
@FunctionalInterface
public interface PipelineExecution {
  /**
   * Runs a pipeline, at once or in several runs that go on from one another.
   *
   * @param pipeline makes it, ready to run, with the same steps each time
   * @return the result of each run
   * @throws IllegalStateException if a run does not end as it must
   */
  List<PipelineResult> run(Supplier<Pipeline> pipeline);
}
