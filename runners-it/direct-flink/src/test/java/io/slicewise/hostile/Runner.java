package io.slicewise.hostile;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** Where hostile input is tried. */
enum Runner {
  DIRECT(Optional.empty()),
  FLINK_HEAP(Optional.of("filesystem")),
  FLINK_ROCKS_DB(Optional.of("rocksdb"));

  private final Optional<String> stateBackend;

  Runner(Optional<String> stateBackend) {
    this.stateBackend = stateBackend;
  }

  /** Options for a {@code TestStream}; state that leaves the memory is in {@code folder}. */
  PipelineOptions options(Path folder) {
    if (stateBackend.isEmpty()) {
      PipelineOptions options = PipelineOptionsFactory.create();
      options.setRunner(DirectRunner.class);
      return options;
    }
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("[local]");
    options.setStreaming(true);
    options.setParallelism(1);
    // Each element in a bundle of its own: an open bundle holds the watermark back.
    options.setMaxBundleSize(1L);
    options.setStateBackend(stateBackend.get());
    options.setStateBackendStoragePath(folder.toUri().toString());
    return options;
  }
}
