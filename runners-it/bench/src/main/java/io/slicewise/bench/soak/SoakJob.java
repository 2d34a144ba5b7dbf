package io.slicewise.bench.soak;

import static org.joda.time.Duration.millis;

import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.bench.engine.FlinkConfig;
import io.slicewise.bench.engine.StateBackend;
import io.slicewise.bench.measure.JobMetrics;
import io.slicewise.bench.measure.Measurement;
import io.slicewise.bench.source.ChunkSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.flink.util.FileUtils;

/** A job of one case: on Flink, with state and checkpoints of all of it on disk, by RocksDB. */
final class SoakJob {
  private static final KvCoder<Long, Long> LONGS = KvCoder.of(VarLongCoder.of(), VarLongCoder.of());
  private static final long WATERMARK_MILLIS = 10;
  private static final double NANOS = 1e9;

  private SoakJob() {}

  /**
   * Runs to the end, in this process.
   *
   * @param checkpointMillis the interval of checkpoints, in milliseconds
   */
  static SoakResult run(SoakCase soak, double scale, long checkpointMillis) throws IOException {
    SoakStream stream = soak.stream(scale);
    Path folder = Files.createTempDirectory("slicewise-soak");
    try (Measurement measurement = Measurement.open(0, false);
        PaneCheck check = PaneCheck.open(stream, soak.sizeMillis())) {
      FlinkConfig config = new FlinkConfig(WATERMARK_MILLIS, measurement, folder);
      config.countTimers(StateBackend.ROCKSDB, measurement);
      config.checkpointEvery(checkpointMillis);
      config.writeTo(folder);
      long startNanos = System.nanoTime();
      pipeline(soak, stream, measurement, check, folder).run().waitUntilFinish();
      double seconds = (System.nanoTime() - startNanos) / NANOS;
      return new SoakResult(
          soak,
          stream.events(),
          stream.keys(),
          check.panes(),
          seconds,
          check.complete(),
          check.expected(SoakCase.PERIOD),
          check.problems(),
          measurement.mostTimers().orElse(0),
          stream.mostLiveKeys(soak.sizeMillis(), SoakCase.PERIOD, PacedChunks.AHEAD_MILLIS),
          measurement.timers(),
          check.entriesLeft(),
          startNanos,
          measurement.jobMetrics().map(JobMetrics::checkpoints).orElse(List.of()));
    } finally {
      // Flink itself may still be deleting files of its own there.
      FileUtils.deleteDirectoryQuietly(folder.toFile());
    }
  }

  private static Pipeline pipeline(
      SoakCase soak, SoakStream stream, Measurement measurement, PaneCheck check, Path folder) {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("[local]");
    options.setFlinkConfDir(folder.toString());
    options.setStreaming(true);
    options.setParallelism(1);
    options.setObjectReuse(true);
    options.setAutoWatermarkInterval(WATERMARK_MILLIS);
    options.setMaxBundleTimeMills(WATERMARK_MILLIS);
    Pipeline pipeline = Pipeline.create(options);
    pipeline
        .apply("Chunks", Read.from(new ChunkSource(new PacedChunks(stream, check.id()))))
        .apply(
            "Events", ParDo.of(new SoakFns.EventsFn(stream, soak.sizeMillis(), measurement.id())))
        .setCoder(LONGS)
        .apply(
            "Aggregate",
            SlicedWindowAggregate.<Long, Long, Long>perKey(Sum.ofLongs())
                .windowedBy(
                    Window.<KV<Long, Long>>into(
                            SlidingWindows.of(millis(soak.sizeMillis()))
                                .every(millis(SoakCase.PERIOD)))
                        .triggering(
                            AfterWatermark.pastEndOfWindow()
                                .withLateFirings(AfterPane.elementCountAtLeast(1)))
                        .withAllowedLateness(millis(stream.latenessMillis()))
                        .accumulatingFiredPanes()))
        .apply("Check", ParDo.of(new SoakFns.PaneFn(check.id(), measurement.id())));
    return pipeline;
  }
}
