package io.slicewise.recovery;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.AkkaOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;

/**
 * A Flink cluster in this process, to which FlinkRunner submits jobs over REST as to any other. A
 * task manager has one slot: a job with as many subtasks as there are task managers needs each.
 */
final class FlinkCluster {
  /** A job takes seconds; one that takes this long is stuck. */
  private static final long PATIENCE_MINUTES = 3;

  /** How many key groups state is cut into, whatever the parallelism. */
  private static final int MAX_PARALLELISM = 16;

  private final MiniCluster cluster;
  private final int taskManagers;

  /** The number of the oldest task manager that has not been terminated. */
  private int oldest;

  /**
   * All that is staged: the cluster has the classes, and more would be loaded anew for each job.
   */
  private final Path noClasses;

  private FlinkCluster(MiniCluster cluster, int taskManagers, Path noClasses) {
    this.cluster = cluster;
    this.taskManagers = taskManagers;
    this.noClasses = noClasses;
  }

  /** Starts a cluster with that many task managers, which may write to {@code directory}. */
  static FlinkCluster start(int taskManagers, Path directory) throws Exception {
    Path noClasses = directory.resolve("no-classes.jar");
    new JarOutputStream(Files.newOutputStream(noClasses), new Manifest()).close();
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
    // A machine that is busy is no reason for a failure of its own.
    configuration.set(AkkaOptions.STARTUP_TIMEOUT, PATIENCE_MINUTES + " min");
    configuration.set(AkkaOptions.TCP_TIMEOUT, PATIENCE_MINUTES + " min");
    configuration.set(AkkaOptions.ASK_TIMEOUT_DURATION, Duration.ofMinutes(PATIENCE_MINUTES));
    configuration.set(
        HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, MINUTES.toMillis(PATIENCE_MINUTES));
    // Beam keeps classes in static caches, in one class path for all jobs here.
    configuration.set(CoreOptions.CHECK_LEAKED_CLASSLOADER, false);
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(1)
                .setRpcServiceSharing(RpcServiceSharing.DEDICATED)
                .withRandomPorts()
                .build());
    cluster.start();
    return new FlinkCluster(cluster, taskManagers, noClasses);
  }

  /** The options of a streaming job on this cluster. */
  FlinkPipelineOptions options(StateBackend backend, Path checkpoints, int parallelism) {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setJobName("job-" + UUID.randomUUID());
    options.setFlinkMaster(
        cluster.getRestAddress().join().getHost()
            + ":"
            + cluster.getRestAddress().join().getPort());
    options.setFilesToStage(List.of(noClasses.toString()));
    options.setAttachedMode(false);
    options.setStreaming(true);
    options.setParallelism(parallelism);
    options.setMaxParallelism(MAX_PARALLELISM);
    options.setAutoWatermarkInterval(2L);
    options.setStateBackend(backend.flinkName());
    options.setStateBackendStoragePath(checkpoints.toUri().toString());
    return options;
  }

  /** Submits {@code pipeline}, and returns when it is accepted. */
  Submitted submit(Pipeline pipeline) throws Exception {
    PipelineResult result = pipeline.run();
    String name = pipeline.getOptions().getJobName();
    JobID id =
        cluster.listJobs().get(PATIENCE_MINUTES, MINUTES).stream()
            .filter(job -> job.getJobName().equals(name))
            .findAny()
            .orElseThrow()
            .getJobId();
    return new Submitted(id, result, cluster.requestJobResult(id));
  }

  /** Waits until {@code job} has ended by itself. */
  void awaitEnd(Submitted job) throws Exception {
    JobResult result = job.end().get(PATIENCE_MINUTES, MINUTES);
    result
        .getSerializedThrowable()
        .ifPresent(
            failure -> {
              throw new AssertionError("The job must end by itself but failed.", failure);
            });
    assertThat(cluster.getJobStatus(job.id()).get(PATIENCE_MINUTES, MINUTES))
        .isEqualTo(JobStatus.FINISHED);
  }

  /** Waits for {@code event}, which must come while {@code job} runs. */
  void awaitWhileRunning(CompletableFuture<?> event, Submitted job) throws Exception {
    CompletableFuture.anyOf(event, job.end()).get(PATIENCE_MINUTES, MINUTES);
    if (!event.isDone()) {
      awaitEnd(job);
      throw new AssertionError("The job ended before what was to come while it runs.");
    }
  }

  /**
   * Stops {@code job} with a savepoint, its windows as they are; returns where the savepoint is.
   */
  String stopWithSavepoint(Submitted job, Path directory) throws Exception {
    // What a task has not read yet waits for it: the source may be ahead of tasks that are about to
    // start, and without them there is no savepoint.
    while (!tasks(job).stream()
        .map(AccessExecutionVertex::getExecutionState)
        .allMatch(EnumSet.of(ExecutionState.RUNNING, ExecutionState.FINISHED)::contains)) {
      MILLISECONDS.sleep(5);
    }
    String savepoint =
        cluster
            .stopWithSavepoint(
                job.id(), directory.toUri().toString(), false, SavepointFormatType.CANONICAL)
            .get(PATIENCE_MINUTES, MINUTES);
    awaitEnd(job);
    return savepoint;
  }

  /** How often {@code job} was started again; each of its tasks was each time. */
  int restarts(Submitted job) throws Exception {
    List<Integer> attempts =
        tasks(job).stream()
            .map(task -> task.getCurrentExecutionAttempt().getAttemptNumber())
            .distinct()
            .toList();
    assertThat(attempts).as("attempt numbers of all tasks").hasSize(1);
    return attempts.get(0);
  }

  private List<AccessExecutionVertex> tasks(Submitted job) throws Exception {
    List<AccessExecutionVertex> tasks = new ArrayList<>();
    cluster
        .getExecutionGraph(job.id())
        .get(PATIENCE_MINUTES, MINUTES)
        .getAllExecutionVertices()
        .forEach(tasks::add);
    return tasks;
  }

  /** Cancels {@code job} if it still runs, so that the next one has its slots. */
  void cancel(Submitted job) throws Exception {
    if (!job.end().isDone()) {
      cluster.cancelJob(job.id()).get(PATIENCE_MINUTES, MINUTES);
      job.end().get(PATIENCE_MINUTES, MINUTES);
    }
  }

  /** Starts a task manager, and terminates the oldest with all that runs in it. */
  void replaceTaskManager() throws Exception {
    cluster.startTaskManager();
    awaitTaskManagers(taskManagers + 1);
    cluster.terminateTaskManager(oldest++).get(PATIENCE_MINUTES, MINUTES);
    awaitTaskManagers(taskManagers);
  }

  private void awaitTaskManagers(int count) throws Exception {
    while (cluster
            .requestClusterOverview()
            .get(PATIENCE_MINUTES, MINUTES)
            .getNumTaskManagersConnected()
        != count) {
      MILLISECONDS.sleep(5);
    }
  }

  /** Stops the cluster with all that runs in it. */
  void stop() throws Exception {
    cluster.closeAsync().get(PATIENCE_MINUTES, MINUTES);
  }

  /** Where state is kept. */
  enum StateBackend {
    HEAP("filesystem"),
    ROCKS_DB("rocksdb");

    private final String flinkName;

    StateBackend(String flinkName) {
      this.flinkName = flinkName;
    }

    String flinkName() {
      return flinkName;
    }
  }

  /**
   * A job that was accepted.
   *
   * @param id how Flink calls it
   * @param result what FlinkRunner returned
   * @param end how it ended, once it has
   */
  record Submitted(JobID id, PipelineResult result, CompletableFuture<JobResult> end) {}
}
