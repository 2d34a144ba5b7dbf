package io.slicewise.conformance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.joda.time.Duration.millis;

import io.slicewise.beam.CountWindowAggregate;
import io.slicewise.beam.SlicedWindowAggregate;
import java.nio.file.Path;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.apache.beam.runners.spark.SparkRunner;
import org.apache.beam.runners.spark.TestSparkRunner;
import org.apache.beam.runners.spark.structuredstreaming.SparkStructuredStreamingRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineRunner;
import org.apache.beam.sdk.io.GenerateSequence;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.testing.CrashingRunner;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.POutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Spark cannot run is refused when the pipeline is built, for a reason that Spark has. */
class SparkStreamingTest {
  private static final GenerateSequence BOUNDED = GenerateSequence.from(0).to(10);
  private static final GenerateSequence UNBOUNDED = GenerateSequence.from(0);
  private static final SlicedWindowAggregate<String, Long, Long> SUMS =
      SlicedWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs())
          .windowedBy(Window.into(FixedWindows.of(millis(10))));

  @TempDir private Path checkpoints;

  /** One event-time timer and nothing else. */
  private static final class EventTimeTimerFn extends DoFn<KV<String, Long>, Long> {
    private static final long serialVersionUID = 1L;

    @TimerId("timer")
    private final TimerSpec timerSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

    @ProcessElement
    public void processElement(@TimerId("timer") Timer timer) {
      timer.offset(millis(1)).setRelative();
    }

    @OnTimer("timer")
    public void onTimer() {}
  }

  private SparkPipelineOptions options(Class<? extends PipelineRunner<?>> runner) {
    SparkPipelineOptions options = PipelineOptionsFactory.as(SparkPipelineOptions.class);
    options.setRunner(runner);
    options.setSparkMaster("local[2]");
    options.setCheckpointDir(checkpoints.toString());
    return options;
  }

  private static Pipeline pipeline(
      SparkPipelineOptions options,
      GenerateSequence sequence,
      PTransform<? super PCollection<KV<String, Long>>, ? extends POutput> transform) {
    Pipeline pipeline = Pipeline.create(options);
    pipeline.apply(sequence).apply(WithKeys.of("k")).apply(transform);
    return pipeline;
  }

  @ParameterizedTest
  @ValueSource(classes = {SparkRunner.class, TestSparkRunner.class})
  void unboundedInput_isRefused(Class<? extends PipelineRunner<?>> runner) {
    assertThatThrownBy(() -> pipeline(options(runner), UNBOUNDED, SUMS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("SlicedWindowAggregate", runner.getName(), "event-time timers");
    assertThatThrownBy(
            () ->
                pipeline(
                    options(runner),
                    UNBOUNDED,
                    CountWindowAggregate.<String, Long, Long>perKey(Sum.ofLongs()).ofLast(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("CountWindowAggregate", runner.getName(), "event-time timers");
  }

  @ParameterizedTest
  @ValueSource(classes = {SparkRunner.class, TestSparkRunner.class})
  void streamingOption_isRefused(Class<? extends PipelineRunner<?>> runner) {
    SparkPipelineOptions options = options(runner);
    options.setStreaming(true);
    assertThatThrownBy(() -> pipeline(options, BOUNDED, SUMS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("SlicedWindowAggregate", runner.getName(), "event-time timers");
  }

  /**
   * Spark looks at one timer of a {@code DoFn} only. Where that is of processing time, as it may be
   * in ours, Spark says nothing and runs a job whose event-time timers never fire.
   */
  @Test
  void sparkHasNoEventTimeTimersInStreaming() {
    SparkPipelineOptions options = options(CrashingRunner.class);
    Pipeline pipeline = pipeline(options, UNBOUNDED, ParDo.of(new EventTimeTimerFn()));
    assertThatThrownBy(() -> SparkRunner.fromOptions(options).run(pipeline))
        .hasMessageContaining("EVENT_TIME not yet supported in streaming mode");
  }

  @Test
  void structuredStreamingRunner_isRefused() {
    assertThatThrownBy(() -> pipeline(options(SparkStructuredStreamingRunner.class), BOUNDED, SUMS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "SlicedWindowAggregate: cannot run here (runner %s, streaming option false, input"
                + " BOUNDED): SparkStructuredStreamingRunner has no state and no timers. Use"
                + " SparkRunner in batch mode, or another runner. See"
                + " https://github.com/apache/beam/issues/39779",
            SparkStructuredStreamingRunner.class.getName());
  }

  @Test
  void structuredStreamingRunnerHasNoStateAndNoTimers() {
    SparkPipelineOptions options = options(CrashingRunner.class);
    Pipeline pipeline = pipeline(options, BOUNDED, SUMS);
    assertThatThrownBy(
            () ->
                SparkStructuredStreamingRunner.fromOptions(options).run(pipeline).waitUntilFinish())
        .hasStackTraceContaining("States and timers are not supported for the moment.");
  }
}
