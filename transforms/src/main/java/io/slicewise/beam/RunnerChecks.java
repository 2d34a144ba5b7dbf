package io.slicewise.beam;

import java.util.Set;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.StreamingOptions;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.PCollection.IsBounded;

/** What is known, when a pipeline is built, to fail on the runner it is for. */
final class RunnerChecks {
  private static final Set<String> SPARK_RUNNERS =
      Set.of(
          "org.apache.beam.runners.spark.SparkRunner",
          "org.apache.beam.runners.spark.TestSparkRunner");

  private RunnerChecks() {}

  /**
   * Refuses Spark in streaming mode, which has no event-time timers.
   *
   * @throws IllegalArgumentException if {@code options} choose it for an input of this boundedness
   */
  static void refuseSparkStreaming(PipelineOptions options, IsBounded bounded) {
    refuseSparkStreaming("SlicedWindowAggregate", options, bounded);
  }

  /**
   * As the other {@code refuseSparkStreaming}.
   *
   * @param transform what the message names
   */
  static void refuseSparkStreaming(String transform, PipelineOptions options, IsBounded bounded) {
    String runner = runnerName(options);
    boolean streaming = options.as(StreamingOptions.class).isStreaming();
    if (SPARK_RUNNERS.contains(runner) && (streaming || bounded == IsBounded.UNBOUNDED)) {
      throw new IllegalArgumentException(
          transform
              + ": needs event-time timers, which "
              + runner
              + " does not have in streaming mode (streaming option "
              + streaming
              + ", input "
              + bounded
              + "). Run it in batch mode on a bounded input, or use another runner.");
    }
  }

  /**
   * Refuses Flink's {@code fasterCopy}, with which a checkpoint may see state while it changes.
   *
   * @throws IllegalArgumentException if {@code options} set it
   */
  static void refuseFasterCopy(PipelineOptions options) {
    refuseFasterCopy("SlicedWindowAggregate", options);
  }

  /**
   * As the other {@code refuseFasterCopy}.
   *
   * @param transform what the message names
   */
  static void refuseFasterCopy(String transform, PipelineOptions options) {
    boolean fasterCopy =
        DisplayData.from(options).items().stream()
            .anyMatch(
                item -> item.getKey().equals("fasterCopy") && "true".equals(item.getValue() + ""));
    if (fasterCopy) {
      throw new IllegalArgumentException(
          transform
              + ": the option fasterCopy must be false but was true. With it, Flink"
              + " does not copy state that changes while a checkpoint is written, and results would"
              + " be wrong after a recovery. Leave it out.");
    }
  }

  private static String runnerName(PipelineOptions options) {
    try {
      return options.getRunner().getName();
    } catch (IllegalArgumentException e) {
      // No runner is set and there is no default on the class path: it will be given at run time.
      return "";
    }
  }
}
