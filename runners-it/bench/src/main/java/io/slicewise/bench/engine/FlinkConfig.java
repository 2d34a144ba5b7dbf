package io.slicewise.bench.engine;

import io.slicewise.bench.measure.JobMetricsFactory;
import io.slicewise.bench.measure.Measurement;
import io.slicewise.bench.measure.TimerCountingBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;

/** The configuration of Flink: the same for all engines, Beam's and Flink's own. */
public final class FlinkConfig {
  private final Map<String, String> entries = new LinkedHashMap<>();

  /**
   * What all runs have in common.
   *
   * @param watermarkMillis how often a watermark is emitted, in milliseconds
   * @param folder where everything goes that is not in memory
   */
  public FlinkConfig(long watermarkMillis, Measurement measurement, Path folder) {
    entries.put("state.checkpoints.dir", folder.resolve("checkpoints").toUri().toString());
    entries.put("state.backend.rocksdb.localdir", folder.resolve("rocksdb").toString());
    entries.put("io.tmp.dirs", folder.toString());
    // Else Beam takes a share of the free heap, and Flink a fixed amount.
    entries.put("taskmanager.memory.managed.size", "256m");
    entries.put("parallelism.default", "1");
    entries.put("pipeline.object-reuse", "true");
    entries.put("pipeline.auto-watermark-interval", watermarkMillis + " ms");
    entries.put("classloader.check-leaked-classloader", "false");
    String reporter = "metrics.reporter.slicewise.";
    entries.put(reporter + "factory.class", JobMetricsFactory.class.getName());
    entries.put(reporter + "interval", "50 ms");
    entries.put(reporter + JobMetricsFactory.MEASUREMENT, measurement.id());
  }

  FlinkConfig(RunSettings settings, Measurement measurement, Path folder) {
    this(settings.watermarkMillis(), measurement, folder);
    entries.put("state.backend.type", settings.state().flinkName());
    settings.checkpointMillis().ifPresent(this::checkpointEvery);
    if (settings.measureState() && settings.state() == StateBackend.HEAP) {
      countTimers(settings.state(), measurement);
    } else if (settings.measureState()) {
      entries.put("state.backend.rocksdb.metrics.bytes-read", "true");
      entries.put("state.backend.rocksdb.metrics.iter-bytes-read", "true");
      entries.put("state.backend.rocksdb.metrics.bytes-written", "true");
    }
  }

  /** Makes a checkpoint every {@code millis} milliseconds. */
  public void checkpointEvery(long millis) {
    entries.put("execution.checkpointing.interval", millis + " ms");
  }

  /** Keeps state in {@code backend}, and counts the timers there. */
  public void countTimers(StateBackend backend, Measurement measurement) {
    entries.put("state.backend.type", TimerCountingBackend.Factory.class.getName());
    entries.put(TimerCountingBackend.Factory.BACKEND.key(), backend.flinkName());
    entries.put(TimerCountingBackend.Factory.MEASUREMENT.key(), measurement.id());
  }

  Configuration configuration() {
    return Configuration.fromMap(entries);
  }

  /** Writes the configuration as the file of a folder, as Beam wants it. */
  public void writeTo(Path folder) throws IOException {
    Files.writeString(
        folder.resolve("flink-conf.yaml"),
        entries.entrySet().stream()
            .map(entry -> entry.getKey() + ": " + entry.getValue() + "\n")
            .collect(Collectors.joining()));
  }
}
