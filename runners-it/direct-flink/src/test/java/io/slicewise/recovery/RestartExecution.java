package io.slicewise.recovery;

import io.slicewise.pipelines.scenario.run.PipelineExecution;
import io.slicewise.recovery.FlinkCluster.Submitted;
import io.slicewise.replay.ReplayInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;

/**
 * Runs scenarios with their restarts: at each, the job is stopped with a savepoint, and another
 * goes on from there.
 */
final class RestartExecution implements PipelineExecution {
  private final FlinkCluster cluster;
  private final ReplayInput input;
  private final Path savepoints;
  private int restarts;

  RestartExecution(FlinkCluster cluster, ReplayInput input, Path savepoints) {
    this.cluster = cluster;
    this.input = input;
    this.savepoints = savepoints;
  }

  /** How many jobs went on from a savepoint so far. */
  int restarts() {
    return restarts;
  }

  @Override
  public List<PipelineResult> run(Supplier<Pipeline> pipeline) {
    input.close();
    try {
      return runAndRestart(pipeline);
    } catch (Exception e) {
      throw new IllegalStateException("The job could not be run and restarted", e);
    }
  }

  private List<PipelineResult> runAndRestart(Supplier<Pipeline> pipelines) throws Exception {
    List<PipelineResult> runs = new ArrayList<>();
    Pipeline pipeline = pipelines.get();
    for (int restart = 0; restart <= input.restarts(); restart++) {
      CompletableFuture<Void> read = input.readUpTo(restart);
      Submitted job = cluster.submit(pipeline);
      runs.add(job.result());
      try {
        if (restart == input.restarts()) {
          cluster.awaitEnd(job);
        } else {
          cluster.awaitWhileRunning(read, job);
          String savepoint = cluster.stopWithSavepoint(job, savepoints);
          pipeline = pipelines.get();
          pipeline.getOptions().as(FlinkPipelineOptions.class).setSavepointPath(savepoint);
          restarts++;
        }
      } finally {
        cluster.cancel(job);
      }
    }
    return runs;
  }
}
