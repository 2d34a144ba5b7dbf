package io.slicewise.pipelines.demo;

import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The options of Flink as they are typed, with the names that Beam's {@code FlinkPipelineOptions}
 * have. {@link FlinkSettings#of} checks them.
 */
final class FlinkOptions {
  @Option(
      names = "--flinkMaster",
      paramLabel = "HOST:PORT",
      description =
          "REST address of a Flink 1.19 cluster that runs the pipeline. Needs --sharedFolder."
              + " Default: Flink inside this process.")
  Optional<String> master = Optional.empty();

  @Option(
      names = "--sharedFolder",
      paramLabel = "FOLDER",
      description =
          "Where the events wait and panes are gathered: a folder that this machine and all of the"
              + " cluster see under one path, for one run at a time. What an earlier run left there"
              + " is replaced, except with --savepointPath.")
  Optional<String> sharedFolder = Optional.empty();

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "How many slots to use. Default: 1.")
  Optional<String> parallelism = Optional.empty();

  @Option(
      names = "--checkpointingInterval",
      paramLabel = "DURATION",
      description =
          "How often the job is checkpointed, to go on from there after a failure. Default: never,"
              + " and a failure ends the job.")
  Optional<String> checkpointingInterval = Optional.empty();

  @Option(
      names = "--stateBackend",
      paramLabel = "filesystem|rocksdb",
      description =
          "Where state lives: on the heap, or in RocksDB, which only a cluster has. Needs"
              + " --stateBackendStoragePath. Default: what the cluster is configured for.")
  Optional<String> stateBackend = Optional.empty();

  @Option(
      names = "--stateBackendStoragePath",
      paramLabel = "FOLDER|URI",
      description = "Where checkpoints go, for all machines of the cluster to read.")
  Optional<String> stateBackendStoragePath = Optional.empty();

  @Option(
      names = "--savepointPath",
      paramLabel = "FOLDER|URI",
      description =
          "A savepoint of an earlier run to go on from, with the same input, windows and"
              + " --sharedFolder; the parallelism may change.")
  Optional<String> savepointPath = Optional.empty();
}
