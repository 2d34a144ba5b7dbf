package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.conformance.RecoveryFns.MutatingSumFn;
import io.slicewise.conformance.RecoveryFns.PaneFn;
import io.slicewise.conformance.RecoveryFns.TotalFn;
import io.slicewise.conformance.RecoveryRun.Pane;
import io.slicewise.conformance.RecoveryRun.PaneOfKey;
import io.slicewise.conformance.RecoveryRun.WindowOfKey;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.windowing.AfterPane;
import org.apache.beam.sdk.transforms.windowing.AfterWatermark;
import org.apache.beam.sdk.transforms.windowing.DefaultTrigger;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.joda.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A Flink job that fails and goes on from its last checkpoint, with state on the heap and in
 * RocksDB.
 */
class FlinkRecoveryTest {
  private static final String HEAP = "filesystem";
  private static final String ROCKS_DB = "rocksdb";

  /** At a half of the input, and at three quarters. */
  private static final List<String> PANES = List.of(RecoveryFns.PANE, RecoveryFns.PANE);

  @TempDir private Path checkpoints;

  @ParameterizedTest
  @ValueSource(strings = {HEAP, ROCKS_DB})
  void accumulatingPanesOfMutableAccumulators(String backend) {
    try (RecoveryRun run = RecoveryRun.open(PANES)) {
      Pipeline pipeline = pipeline(backend, PANES.size());
      panes(
          run,
          pipeline,
          SlicedWindowAggregate.<String, Long, Long>perKey(new MutatingSumFn())
              .windowedBy(windows().accumulatingFiredPanes()));
      pipeline.run().waitUntilFinish();

      checkRecovered(run, PANES.size());
      PaneInfo only = PaneInfo.createPane(true, true, PaneInfo.Timing.ON_TIME, 0, 0);
      assertThat(run.panes().values()).allMatch(panes -> firstOf(panes).info().equals(only));
      checkSums(sumsOfPanes(run));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {HEAP, ROCKS_DB})
  void discardedEarlyPanesIntoNativeCombine(String backend) {
    try (RecoveryRun run = RecoveryRun.open(PANES)) {
      Pipeline pipeline = pipeline(backend, PANES.size());
      panes(
              run,
              pipeline,
              SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
                  .windowedBy(
                      windows()
                          .triggering(
                              AfterWatermark.pastEndOfWindow()
                                  .withEarlyFirings(AfterPane.elementCountAtLeast(7)))
                          .discardingFiredPanes()))
          .apply(
              Window.<KV<String, Long>>configure()
                  .triggering(DefaultTrigger.of())
                  .withAllowedLateness(Duration.ZERO)
                  .accumulatingFiredPanes())
          .apply(Combine.perKey(Sum.ofLongs()))
          .apply("Totals", ParDo.of(new TotalFn(run)));
      pipeline.run().waitUntilFinish();

      checkRecovered(run, PANES.size());
      assertThat(run.panes().values())
          .anyMatch(panes -> firstOf(panes).info().getTiming() == PaneInfo.Timing.EARLY);
      checkSums(sumsOfPanes(run));
      Map<WindowOfKey, Long> totals = new HashMap<>();
      run.totals().forEach((window, panes) -> totals.put(window, only(panes)));
      checkSums(totals);
    }
  }

  /** A bug in each method of the user's, one after the other, and mended after a failure. */
  @ParameterizedTest
  @ValueSource(strings = {HEAP, ROCKS_DB})
  void functionsAndCodersThatFail(String backend) {
    try (RecoveryRun run = RecoveryRun.open(MendedFns.PLACES)) {
      int failures = MendedFns.PLACES.size();
      Pipeline pipeline = pipeline(backend, failures);
      pipeline
          .apply(Read.from(new RecoverySource(run)))
          .setCoder(MendedFns.elements(run))
          .apply(
              SlicedWindowAggregate.<String, Long, Long>perKey(MendedFns.sum(run))
                  .windowedBy(windows().accumulatingFiredPanes()))
          .apply("Panes", ParDo.of(new PaneFn(run)));
      pipeline.run().waitUntilFinish();

      checkRecovered(run, failures);
      checkSums(sumsOfPanes(run));
    }
  }

  private Pipeline pipeline(String backend, int failures) {
    FlinkPipelineOptions options = PipelineOptionsFactory.as(FlinkPipelineOptions.class);
    options.setRunner(FlinkRunner.class);
    options.setFlinkMaster("[local]");
    options.setStreaming(true);
    options.setParallelism(2);
    options.setCheckpointingInterval(150L);
    options.setStateBackend(backend);
    options.setStateBackendStoragePath(checkpoints.toUri().toString());
    options.setNumberOfExecutionRetries(failures);
    options.setExecutionRetryDelay(10L);
    options.setShutdownSourcesAfterIdleMs(1L);
    return Pipeline.create(options);
  }

  private static Window<KV<String, Long>> windows() {
    return Window.<KV<String, Long>>into(
            SlidingWindows.of(millis(RecoveryInput.WINDOW_SIZE))
                .every(millis(RecoveryInput.WINDOW_PERIOD)))
        .withAllowedLateness(Duration.ZERO);
  }

  private static PCollection<KV<String, Long>> panes(
      RecoveryRun run, Pipeline pipeline, SlicedWindowAggregate<String, Long, Long> aggregate) {
    return pipeline
        .apply(Read.from(new RecoverySource(run)))
        .apply(aggregate)
        .apply("Panes", ParDo.of(new PaneFn(run)));
  }

  /**
   * The job failed, each reader went on from a checkpoint each time, and panes came again the same.
   */
  private static void checkRecovered(RecoveryRun run, int failures) {
    assertThat(run.hasFailedEverywhere()).isTrue();
    assertThat(run.resumed()).isEqualTo(failures * RecoveryInput.SPLITS);
    assertThat(run.repeated()).isGreaterThanOrEqualTo(failures);
    Map<PaneOfKey, Set<Pane>> contradictions = new HashMap<>(run.panes());
    contradictions.values().removeIf(seen -> seen.size() == 1);
    assertThat(contradictions).isEmpty();
  }

  private static Map<WindowOfKey, Long> sumsOfPanes(RecoveryRun run) {
    Map<WindowOfKey, Long> sums = new HashMap<>();
    run.panes().forEach((pane, seen) -> sums.merge(pane.window(), only(seen), Long::sum));
    return sums;
  }

  private static void checkSums(Map<WindowOfKey, Long> actual) {
    Map<WindowOfKey, Long> expected = RecoveryInput.sums();
    assertThat(actual).hasSameSizeAs(expected);
    expected.entrySet().removeIf(sum -> sum.getValue().equals(actual.get(sum.getKey())));
    assertThat(expected).as("missing or wrong").isEmpty();
  }

  private static long only(Set<Pane> panes) {
    assertThat(panes).hasSize(1);
    return firstOf(panes).value();
  }

  private static Pane firstOf(Set<Pane> panes) {
    return panes.iterator().next();
  }
}
