package io.slicewise.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.joda.time.Duration.millis;

import io.slicewise.beam.SlicedWindowAggregate;
import io.slicewise.hostile.RecoveryRun.Pane;
import io.slicewise.hostile.RecoveryRun.PaneOfKey;
import io.slicewise.hostile.RecoveryRun.WindowOfKey;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.apache.beam.runners.flink.FlinkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.SlidingWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.joda.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Flink job that fails by a bug, which is then mended, goes on from its last checkpoint. */
class MendedFunctionsTest {
  private static final String HEAP = "filesystem";
  private static final String ROCKS_DB = "rocksdb";

  @TempDir private Path checkpoints;

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

  /**
   * The job failed everywhere, readers went on from checkpoints, and panes came again the same. A
   * failure may come before all readers of its attempt are open, so that fewer go on than could.
   */
  private static void checkRecovered(RecoveryRun run, int failures) {
    assertThat(run.hasFailedEverywhere()).isTrue();
    assertThat(run.resumed()).isBetween(RecoveryInput.SPLITS, failures * RecoveryInput.SPLITS);
    assertThat(run.repeated()).isPositive();
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
