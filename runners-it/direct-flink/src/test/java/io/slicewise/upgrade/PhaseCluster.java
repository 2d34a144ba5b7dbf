package io.slicewise.upgrade;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/** A Flink cluster in this process. Beam restores savepoints only on clusters with an address. */
final class PhaseCluster implements AutoCloseable {
  private final MiniCluster cluster;
  private final Path directory;

  private PhaseCluster(MiniCluster cluster, Path directory) {
    this.cluster = cluster;
    this.directory = directory;
  }

  /** A cluster whose checkpoints would be in {@code directory}. */
  static PhaseCluster start(Path directory) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_PORT, "0");
    // runs are found by a static field
    configuration.set(CoreOptions.CLASSLOADER_RESOLVE_ORDER, "parent-first");
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(1)
                .build());
    cluster.start();
    return new PhaseCluster(cluster, directory);
  }

  /** Settings of a run of the first phases. */
  PhaseOptions options(PhaseRun run, int phaseCount, String stateBackend) throws Exception {
    PhaseOptions options = PipelineOptionsFactory.as(PhaseOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("localhost:" + cluster.getRestAddress().get().getPort());
    options.setFilesToStage(List.of());
    options.setStreaming(true);
    options.setParallelism(1);
    options.setMaxParallelism(1);
    options.setAutoWatermarkInterval(10L);
    // an open bundle holds the watermark back
    options.setMaxBundleSize(1L);
    options.setShutdownSourcesAfterIdleMs(1L);
    options.setStateBackend(stateBackend);
    options.setStateBackendStoragePath(directory.toUri().toString());
    options.setRunId(run.id());
    options.setPhaseCount(phaseCount);
    return options;
  }

  /** Stops the only job that runs; returns where its state is. */
  Path stopWithSavepoint() throws Exception {
    JobID job =
        cluster.listJobs().get().stream()
            .filter(status -> !status.getJobState().isGloballyTerminalState())
            .findFirst()
            .orElseThrow()
            .getJobId();
    String savepoint =
        cluster
            .triggerSavepoint(
                job, directory.toUri().toString(), true, SavepointFormatType.CANONICAL)
            .get();
    return Path.of(URI.create(savepoint));
  }

  @Override
  public void close() {
    cluster.closeAsync().join();
  }
}
