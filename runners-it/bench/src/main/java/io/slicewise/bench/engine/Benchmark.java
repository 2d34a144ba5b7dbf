package io.slicewise.bench.engine;

import io.slicewise.bench.measure.JobMetrics;
import io.slicewise.bench.measure.Measurement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.flink.util.FileUtils;

/** Runs one engine once. */
public final class Benchmark {
  private static final double NANOS = 1e9;

  private Benchmark() {}

  /**
   * Runs to the end of the stream, in this process.
   *
   * @param startNanos when the program began, as {@link System#nanoTime}
   */
  public static RunResult run(RunSettings settings, long startNanos) throws Exception {
    Path folder = Files.createTempDirectory("slicewise-bench");
    try (Measurement measurement =
        Measurement.open(settings.warmupEvents(), settings.stream().lateShare() > 0)) {
      job(settings, measurement).run(folder);
      return result(settings, measurement, startNanos);
    } finally {
      // Flink itself may still be deleting files of its own there.
      FileUtils.deleteDirectoryQuietly(folder.toFile());
    }
  }

  private static Job job(RunSettings settings, Measurement measurement) {
    return switch (settings.engine()) {
      case SLICED, NATIVE, FLOOR -> new BeamJob(settings, measurement);
      case FLINK_SQL -> new SqlJob(settings, measurement);
      case FLINK_DATASTREAM -> new DataStreamJob(settings, measurement);
    };
  }

  private static RunResult result(RunSettings settings, Measurement measurement, long startNanos) {
    Measurement.Start start =
        measurement.start().orElseThrow(() -> new IllegalStateException("no event was read"));
    double seconds = (measurement.endNanos() - start.nanos()) / NANOS;
    boolean hasPanes = settings.engine() != Engine.FLOOR;
    double keys = settings.stream().keys();
    Optional<JobMetrics> metrics = measurement.jobMetrics();
    OptionalLong timers = measurement.mostTimers();
    OptionalLong checkpointBytes = of(metrics.map(JobMetrics::checkpointBytes));
    return new RunResult(
        settings.query().toString(),
        settings.engine().toString(),
        settings.runner().toString(),
        settings.runner() == JobRunner.DIRECT ? null : settings.state().toString(),
        settings.sizeMillis(),
        settings.periodMillis(),
        settings.stream().keys(),
        settings.stream().events(),
        settings.warmupEvents(),
        settings.accumulator().toString(),
        (start.nanos() - startNanos) / NANOS,
        seconds,
        (settings.stream().events() - settings.warmupEvents()) / seconds,
        hasPanes ? measurement.panes() : null,
        hasPanes ? (measurement.panes() - start.panes()) / seconds : null,
        hasPanes ? measurement.windows() : null,
        hasPanes ? Long.toHexString(measurement.checksum()) : null,
        checkpointBytes.isPresent() ? checkpointBytes.getAsLong() / keys : null,
        orNull(metrics.map(JobMetrics::stateBytesPerElement).orElse(OptionalDouble.empty())),
        timers.isPresent() ? timers.getAsLong() / keys : null,
        orNull(of(metrics.map(JobMetrics::shuffleRecords))),
        orNull(of(metrics.map(JobMetrics::shuffleBytes))),
        orNull(checkpointBytes),
        orNull(of(metrics.map(JobMetrics::checkpointMillis))));
  }

  private static OptionalLong of(Optional<OptionalLong> value) {
    return value.orElse(OptionalLong.empty());
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
