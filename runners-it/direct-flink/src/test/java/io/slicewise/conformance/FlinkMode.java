package io.slicewise.conformance;

import io.slicewise.pipelines.scenario.run.EmbeddedRunner;
import io.slicewise.pipelines.scenario.run.FlinkScenarios;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.beam.runners.flink.FlinkPipelineOptions;

/**
 * How Flink runs a streaming pipeline.
 *
 * @param backend where state is
 * @param bundleSize how many elements are in a bundle at most
 * @param parallelism how many tasks share the keys
 */
record FlinkMode(Backend backend, long bundleSize, int parallelism) {

  /** Where state is. */
  enum Backend {
    HEAP,
    ROCKSDB
  }

  /**
   * Flink in this mode. A single task reads a test stream, several read in lockstep.
   *
   * @param folder with Flink's configuration, and where it stores state
   * @param lockstep an input for as many tasks as there are
   */
  EmbeddedRunner runner(Path folder, LockstepInput lockstep) {
    EmbeddedRunner flink = FlinkScenarios.streaming(toString(), options -> set(options, folder));
    return parallelism == 1
        ? flink
        : new EmbeddedRunner(
            flink.name(),
            flink.scenariosPerPipeline(),
            flink.newOptions(),
            lockstep,
            flink.limits());
  }

  private void set(FlinkPipelineOptions options, Path folder) {
    options.setFlinkConfDir(folder.toString());
    if (backend == Backend.ROCKSDB) {
      options.setStateBackend("rocksdb");
      options.setStateBackendStoragePath(folder.toUri().toString());
    }
    options.setMaxBundleSize(bundleSize);
    options.setParallelism(parallelism);
    options.setAutoWatermarkInterval(2L);
    options.setShutdownSourcesAfterIdleMs(1L);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "FlinkRunner, streaming, %s, bundles of %d, parallelism %d",
        backend == Backend.HEAP ? "heap" : "RocksDB",
        bundleSize,
        parallelism);
  }
}
