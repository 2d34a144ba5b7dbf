package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.replay.ReplayFile;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.beam.runners.flink.FlinkPipelineOptions;

/**
 * Checked settings of Flink.
 *
 * @param cluster what runs the pipeline; absent for Flink inside this process
 * @param sharedFolder where events and panes are; absent for a temporary folder
 * @param parallelism how many slots are used
 * @param checkpointingMillis from one checkpoint to the next; absent for none
 * @param stateBackend as Beam names it; absent for what Flink is configured for
 * @param stateBackendStoragePath a URI; present if the backend is
 * @param savepointPath a URI
 */
record FlinkSettings(
    Optional<FlinkCluster> cluster,
    Optional<Path> sharedFolder,
    int parallelism,
    OptionalLong checkpointingMillis,
    Optional<String> stateBackend,
    Optional<String> stateBackendStoragePath,
    Optional<String> savepointPath) {
  /** As Flink's CheckpointCoordinator has it. */
  private static final long LEAST_CHECKPOINTING_MILLIS = 10;

  /** As Flink's number of key groups can be. */
  private static final int MOST_SLOTS = 1 << 15;

  private static final String ROCKS_DB = "rocksdb";
  private static final List<String> BACKENDS = List.of("filesystem", ROCKS_DB);

  /**
   * Checks options.
   *
   * @throws SettingException for the first that cannot be used
   */
  static FlinkSettings of(FlinkOptions options, LocalRunner runner) {
    if (runner != LocalRunner.FLINK) {
      refuse("--flinkMaster", options.master, runner);
      refuse("--sharedFolder", options.sharedFolder, runner);
      refuse("--parallelism", options.parallelism, runner);
      refuse("--checkpointingInterval", options.checkpointingInterval, runner);
      refuse("--stateBackend", options.stateBackend, runner);
      refuse("--stateBackendStoragePath", options.stateBackendStoragePath, runner);
      refuse("--savepointPath", options.savepointPath, runner);
    }
    Optional<FlinkCluster> cluster =
        options.master.map(master -> FlinkCluster.of("--flinkMaster", master));
    Optional<Path> sharedFolder =
        options.sharedFolder.map(folder -> folder("--sharedFolder", folder));
    if (cluster.isPresent() && sharedFolder.isEmpty()) {
      throw new SettingException(
          String.format(
              "--flinkMaster=%s: the cluster must reach the events. Add --sharedFolder with a folder"
                  + " that all its machines see.",
              cluster.get()));
    }
    return new FlinkSettings(
        cluster,
        sharedFolder,
        options.parallelism.map(FlinkSettings::slots).orElse(1),
        options
            .checkpointingInterval
            .map(interval -> OptionalLong.of(interval(interval)))
            .orElse(OptionalLong.empty()),
        backend(options, cluster.isPresent()),
        options.stateBackendStoragePath.map(path -> uri("--stateBackendStoragePath", path)),
        savepoint(options, sharedFolder));
  }

  private static void refuse(String option, Optional<String> value, LocalRunner runner) {
    if (value.isPresent()) {
      throw new SettingException(
          String.format(
              "%s=%s: is for Flink, and --runner is %s. Add --runner=%s or leave the option out.",
              option, value.get(), runner, LocalRunner.FLINK));
    }
  }

  private static Path folder(String option, String name) {
    try {
      Path folder = Path.of(name).toAbsolutePath().normalize();
      if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
        throw new SettingException(
            String.format("%s=%s: is no folder that may be written. Make it first.", option, name));
      }
      return folder;
    } catch (InvalidPathException e) {
      throw new SettingException(
          String.format("%s=%s: not a path. Give the path of a folder.", option, name));
    }
  }

  private static int slots(String text) {
    if (text.matches("\\d{1,5}")) {
      int slots = Integer.parseInt(text);
      if (slots >= 1 && slots <= MOST_SLOTS) {
        return slots;
      }
    }
    throw new SettingException(
        String.format(
            "--parallelism=%s: must be a whole number from 1 to %d. Use for example 2.",
            text, MOST_SLOTS));
  }

  private static long interval(String text) {
    long millis = DurationText.parse("--checkpointingInterval", text, 1);
    if (millis < LEAST_CHECKPOINTING_MILLIS) {
      throw new SettingException(
          String.format(
              "--checkpointingInterval=%s: must be at least %d ms. Use for example 10s.",
              text, LEAST_CHECKPOINTING_MILLIS));
    }
    return millis;
  }

  private static Optional<String> backend(FlinkOptions options, boolean onCluster) {
    if (options.stateBackend.isEmpty()) {
      options.stateBackendStoragePath.ifPresent(
          path -> {
            throw new SettingException(
                String.format(
                    "--stateBackendStoragePath=%s: belongs to --stateBackend, which is not given."
                        + " Add --stateBackend=filesystem or rocksdb.",
                    path));
          });
      return Optional.empty();
    }
    String backend = options.stateBackend.get().toLowerCase(Locale.ROOT);
    if (!BACKENDS.contains(backend)) {
      throw new SettingException(
          String.format(
              "--stateBackend=%s: unknown. Use one of: %s.",
              options.stateBackend.get(), String.join(", ", BACKENDS)));
    }
    if (options.stateBackendStoragePath.isEmpty()) {
      throw new SettingException(
          String.format(
              "--stateBackend=%s: needs a place for checkpoints. Add --stateBackendStoragePath.",
              backend));
    }
    if (backend.equals(ROCKS_DB) && !onCluster) {
      throw new SettingException(
          "--stateBackend=rocksdb: RocksDB comes with a cluster, not with this program. Add"
              + " --flinkMaster or use filesystem.");
    }
    return Optional.of(backend);
  }

  private static Optional<String> savepoint(FlinkOptions options, Optional<Path> sharedFolder) {
    if (options.savepointPath.isEmpty()) {
      return Optional.empty();
    }
    String path = options.savepointPath.get();
    if (options.master.isEmpty()) {
      throw new SettingException(
          String.format(
              "--savepointPath=%s: Flink inside this process takes none up. Add --flinkMaster.",
              path));
    }
    Path events = sharedFolder.orElseThrow().resolve(ReplayFile.NAME);
    if (!Files.exists(events)) {
      throw new SettingException(
          String.format(
              "--savepointPath=%s: there is no %s. Give the --sharedFolder of the run that was"
                  + " saved.",
              path, events));
    }
    return Optional.of(uri("--savepointPath", path));
  }

  /** Flink wants a scheme; without one it is a path of this machine. */
  private static String uri(String option, String text) {
    if (text.isBlank()) {
      throw new SettingException(
          String.format("%s=: is empty. Give a path or a URI, or leave the option out.", option));
    }
    try {
      return new URI(text).getScheme() == null
          ? Path.of(text).toAbsolutePath().toUri().toString()
          : text;
    } catch (URISyntaxException | InvalidPathException e) {
      throw new SettingException(
          String.format("%s=%s: neither a path nor a URI. Give one of them.", option, text));
    }
  }

  /** Puts what was given into the options of a pipeline. */
  void applyTo(FlinkPipelineOptions options) {
    cluster.ifPresent(address -> options.setFlinkMaster(address.toString()));
    options.setParallelism(parallelism);
    checkpointingMillis.ifPresent(
        millis -> {
          options.setCheckpointingInterval(millis);
          // Else Beam keeps a checkpointed job alive when its sources have ended.
          options.setShutdownSourcesAfterIdleMs(0L);
        });
    stateBackend.ifPresent(options::setStateBackend);
    stateBackendStoragePath.ifPresent(options::setStateBackendStoragePath);
    savepointPath.ifPresent(options::setSavepointPath);
  }
}
