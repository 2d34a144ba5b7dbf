package io.slicewise.bench.engine;

import static org.joda.time.Duration.millis;

import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.bench.measure.Measurement;
import io.slicewise.bench.source.ChunkSource;
import io.slicewise.bench.source.ExpandChunksFn;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/** The job of an engine that is a transform of Beam. */
final class BeamJob implements Job {
  private static final KvCoder<Long, Long> LONGS = KvCoder.of(VarLongCoder.of(), VarLongCoder.of());

  private final RunSettings settings;
  private final Measurement measurement;

  BeamJob(RunSettings settings, Measurement measurement) {
    this.settings = settings;
    this.measurement = measurement;
  }

  @Override
  public void run(Path folder) throws IOException {
    Pipeline pipeline = Pipeline.create(options(folder));
    PCollection<KV<Long, Long>> events =
        pipeline
            .apply("Chunks", Read.from(new ChunkSource(settings.stream())))
            .apply("Events", ParDo.of(new ExpandChunksFn(settings.stream(), measurement.id())))
            .setCoder(LONGS);
    if (settings.engine() == Engine.FLOOR) {
      events.apply("Floor", ParDo.of(new FloorFn(measurement.id())));
    } else if (settings.query() == Query.HOT_ITEMS) {
      hotItems(events);
    } else {
      aggregate(events, ResultForm.of(settings.accumulator()));
    }
    pipeline.run().waitUntilFinish();
  }

  private <O> void aggregate(PCollection<KV<Long, Long>> events, ResultForm<O> form) {
    windowed(events, form.combineFn())
        .apply("Panes", ParDo.of(new PaneFn<>(measurement.id(), form.number())));
  }

  private void hotItems(PCollection<KV<Long, Long>> bids) {
    PCollection<KV<Long, KV<Long, Long>>> counts =
        windowed(bids, Count.<Long>combineFn())
            .apply("CountOfAuction", ParDo.of(new AllAsOneKeyFn<>()))
            .setCoder(KvCoder.of(VarLongCoder.of(), LONGS));
    (settings.engine() == Engine.SLICED
            ? counts.apply(
                "Hottest",
                SlicedWindowAggregate.<Long, KV<Long, Long>, KV<Long, Long>>perKey(new HottestFn())
                    .windowedBy(Window.into(windowsOfEnds())))
            : counts.apply("Hottest", Combine.perKey(new HottestFn())))
        .apply(Values.create())
        .apply("Panes", ParDo.of(new PaneFn<>(measurement.id(), Long::longValue)));
  }

  /** Panes have the last instant of their window, so that these hold those of one window each. */
  private FixedWindows windowsOfEnds() {
    return FixedWindows.of(millis(settings.periodMillis()))
        .withOffset(millis(settings.sizeMillis() % settings.periodMillis()));
  }

  private <O> PCollection<KV<Long, O>> windowed(
      PCollection<KV<Long, Long>> events, CombineFn<Long, ?, O> combineFn) {
    if (settings.engine() == Engine.SLICED) {
      SlicedWindowAggregate<Long, Long, O> aggregate =
          SlicedWindowAggregate.<Long, Long, O>perKey(combineFn).windowedBy(window());
      return events.apply(
          "Aggregate", settings.preAggregates() ? aggregate : aggregate.withoutPreAggregation());
    }
    return events.apply("Window", window()).apply("Combine", Combine.perKey(combineFn));
  }

  private Window<KV<Long, Long>> window() {
    Window<KV<Long, Long>> window =
        settings.isFixed()
            ? Window.into(FixedWindows.of(millis(settings.sizeMillis())))
            : Window.into(
                SlidingWindows.of(millis(settings.sizeMillis()))
                    .every(millis(settings.periodMillis())));
    return window
        .withAllowedLateness(millis(settings.stream().latenessMillis()))
        .accumulatingFiredPanes()
        // With an allowed lateness, FlinkRunner's own grouping would give some windows a second,
        // empty pane when the stream ends.
        .withOnTimeBehavior(Window.OnTimeBehavior.FIRE_IF_NON_EMPTY);
  }

  private PipelineOptions options(Path folder) throws IOException {
    if (settings.runner() == JobRunner.DIRECT) {
      DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
      options.setRunner(DirectRunner.class);
      options.setTargetParallelism(1);
      // Checks of what the functions do with their elements, which no other runner makes.
      options.setEnforceEncodability(false);
      options.setEnforceImmutability(false);
      return options;
    }
    new FlinkConfig(settings, measurement, folder).writeTo(folder);
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("[local]");
    options.setFlinkConfDir(folder.toString());
    options.setStreaming(true);
    options.setParallelism(1);
    options.setObjectReuse(true);
    options.setAutoWatermarkInterval(settings.watermarkMillis());
    options.setMaxBundleTimeMills(settings.watermarkMillis());
    return options;
  }
}
