package io.slicewise.beam;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.beam.sdk.options.ExperimentalOptions;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.StreamingOptions;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.PCollection.IsBounded;

/**
 * What runners lack, as far as the transforms of this package need it: each limit once, with its
 * reason and where to read on.
 *
 * <p>A pipeline with a limit that would make it fail, or give wrong results, is refused while it is
 * built. Where results may only differ in what {@link Limit#consequence()} says, it is accepted.
 */
public final class Capabilities {
  private static final String SPARK = "org.apache.beam.runners.spark.";
  private static final Set<String> SPARK_RUNNERS =
      Set.of(SPARK + "SparkRunner", SPARK + "TestSparkRunner");
  private static final String SPARK_STRUCTURED_STREAMING =
      SPARK + "structuredstreaming.SparkStructuredStreamingRunner";
  private static final Set<String> FN_API_RUNNERS =
      Set.of(
          "org.apache.beam.runners.portability.PortableRunner",
          "org.apache.beam.runners.portability.testing.TestPortableRunner",
          "org.apache.beam.runners.prism.PrismRunner",
          "org.apache.beam.runners.prism.TestPrismRunner");
  private static final String DATAFLOW = "org.apache.beam.runners.dataflow.";
  private static final Set<String> DATAFLOW_RUNNERS =
      Set.of(DATAFLOW + "DataflowRunner", DATAFLOW + "TestDataflowRunner");
  private static final Set<String> DATAFLOW_V2_EXPERIMENTS =
      Set.of("use_runner_v2", "use_unified_worker", "beam_fn_api", "use_portable_job_submission");

  /** One thing that a runner cannot do. */
  public enum Limit {
    /** No event-time timers on Spark in streaming mode. */
    SPARK_STREAMING(
        "SparkRunner, streaming",
        "has no event-time timers in streaming mode",
        "refused when the pipeline is built",
        "Run it in batch mode on a bounded input, or use another runner.",
        "https://github.com/apache/beam/issues/33237") {
      @Override
      boolean appliesTo(PipelineOptions options, IsBounded bounded) {
        return SPARK_RUNNERS.contains(runnerOf(options)) && isStreaming(options, bounded);
      }
    },

    /** Neither state nor timers on Spark's structured streaming runner. */
    SPARK_STRUCTURED_STREAMING_RUNNER(
        "SparkStructuredStreamingRunner",
        "has no state and no timers",
        "refused when the pipeline is built",
        "Use SparkRunner in batch mode, or another runner.",
        "https://github.com/apache/beam/issues/39779") {
      @Override
      boolean appliesTo(PipelineOptions options, IsBounded bounded) {
        return runnerOf(options).equals(SPARK_STRUCTURED_STREAMING);
      }
    },

    /** Flink's option {@code fasterCopy}. */
    FLINK_FASTER_COPY(
        "FlinkRunner with the option fasterCopy",
        "does not copy state that changes while a checkpoint is written, so results would be wrong"
            + " after a recovery",
        "refused when the pipeline is built",
        "Leave the option fasterCopy out.",
        "https://github.com/apache/beam/pull/13240") {
      @Override
      boolean appliesTo(PipelineOptions options, IsBounded bounded) {
        return DisplayData.from(options).items().stream()
            .anyMatch(
                item -> item.getKey().equals("fasterCopy") && "true".equals(item.getValue() + ""));
      }
    },

    /** No watermark in the Fn API. */
    FN_API_WATERMARK(
        "portable runners and Dataflow Runner v2, streaming",
        "does not show the watermark to a DoFn",
        "accepted; a late element may count as on time, one that comes right after the end of its"
            + " window may be in the pane of the end, and the last pane may not be marked so",
        "",
        "https://github.com/apache/beam/issues/23379") {
      @Override
      boolean appliesTo(PipelineOptions options, IsBounded bounded) {
        return isFnApi(options) && isStreaming(options, bounded);
      }

      @Override
      boolean refuses() {
        return false;
      }
    };

    private final String where;
    private final String reason;
    private final String consequence;
    private final String wayOut;
    private final URI issue;

    Limit(String where, String reason, String consequence, String wayOut, String issue) {
      this.where = where;
      this.reason = reason;
      this.consequence = consequence;
      this.wayOut = wayOut;
      this.issue = URI.create(issue);
    }

    /**
     * Which runner in which mode, in words.
     *
     * @return as in "FlinkRunner with the option fasterCopy"
     */
    public String where() {
      return where;
    }

    /**
     * What the runner lacks.
     *
     * @return words that go on from {@link #where}
     */
    public String reason() {
      return reason;
    }

    /**
     * What follows for a pipeline.
     *
     * @return whether it is refused, or else how its results may differ
     */
    public String consequence() {
      return consequence;
    }

    /**
     * Where Beam's developers tell of it.
     *
     * @return an issue or a pull request of Beam
     */
    public URI issue() {
      return issue;
    }

    abstract boolean appliesTo(PipelineOptions options, IsBounded bounded);

    boolean refuses() {
      return true;
    }
  }

  private Capabilities() {}

  /**
   * All limits, whether they are met or not.
   *
   * @return each once
   */
  public static List<Limit> limits() {
    return List.of(Limit.values());
  }

  /**
   * The limits that a pipeline with an input of this boundedness meets.
   *
   * @param options of the pipeline; which runner and mode they name decides. Without a runner there
   *     are none, as it is given at run time
   * @param bounded whether the input is bounded
   * @return those that would be refused, and those that would not
   */
  public static List<Limit> limitsOf(PipelineOptions options, IsBounded bounded) {
    return limits().stream().filter(limit -> limit.appliesTo(options, bounded)).toList();
  }

  /**
   * Refuses what a runner cannot do.
   *
   * @param transform what the message names
   * @throws IllegalArgumentException if the pipeline would fail or give wrong results
   */
  static void check(String transform, PipelineOptions options, IsBounded bounded) {
    Optional<Limit> met = limitsOf(options, bounded).stream().filter(Limit::refuses).findFirst();
    if (met.isPresent()) {
      Limit limit = met.get();
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: cannot run here (runner %s, streaming option %s, input %s): %s %s. %s See %s",
              transform,
              runnerOf(options),
              options.as(StreamingOptions.class).isStreaming(),
              bounded,
              limit.where,
              limit.reason,
              limit.wayOut,
              limit.issue));
    }
  }

  private static boolean isStreaming(PipelineOptions options, IsBounded bounded) {
    return options.as(StreamingOptions.class).isStreaming() || bounded == IsBounded.UNBOUNDED;
  }

  private static boolean isFnApi(PipelineOptions options) {
    String runner = runnerOf(options);
    return FN_API_RUNNERS.contains(runner)
        || (DATAFLOW_RUNNERS.contains(runner)
            && DATAFLOW_V2_EXPERIMENTS.stream()
                .anyMatch(experiment -> ExperimentalOptions.hasExperiment(options, experiment)));
  }

  private static String runnerOf(PipelineOptions options) {
    try {
      return options.getRunner().getName();
    } catch (IllegalArgumentException e) {
      // No runner is set and there is no default on the class path: it will be given at run time.
      return "";
    }
  }
}
