package io.slicewise.pipelines.explain;

import java.util.Optional;
import picocli.CommandLine.Option;

/** The options as they are typed. {@link Question#of} checks them. */
final class ExplainOptions {
  @Option(
      names = "--windows",
      paramLabel = "KIND",
      defaultValue = "sliding",
      description =
          "fixed, sliding, cumulative (they start together every --size and end every --period),"
              + " sessions, calendar or global. Default: ${DEFAULT-VALUE}.")
  String windows = "";

  @Option(
      names = "--size",
      paramLabel = "DURATION[,...]",
      description =
          "Length of a window; for calendar windows a number of days, weeks, months or years, such as"
              + " 1day or 3months. Several, separated by commas, are windows at once over one store."
              + " Default: 6m, or 1day of a calendar.")
  Optional<String> size = Optional.empty();

  @Option(
      names = "--period",
      paramLabel = "DURATION",
      description =
          "How often a sliding window starts, or a cumulative one ends. Default: 4m for sliding"
              + " windows, 2m for cumulative ones.")
  Optional<String> period = Optional.empty();

  @Option(
      names = "--offset",
      paramLabel = "DURATION",
      defaultValue = "0s",
      description = "Where windows start, from 0 to less than the period. Default: 0.")
  String offset = "";

  @Option(
      names = "--gap",
      paramLabel = "DURATION",
      defaultValue = "5m",
      description = "How long a session waits for the next element. Default: ${DEFAULT-VALUE}.")
  String gap = "";

  @Option(
      names = "--timeZone",
      paramLabel = "ZONE",
      defaultValue = "UTC",
      description =
          "Time zone whose midnights cut calendar windows, such as Europe/Berlin. Default:"
              + " ${DEFAULT-VALUE}.")
  String timeZone = "";

  @Option(
      names = "--trigger",
      paramLabel = "PRESET",
      defaultValue = "at-watermark",
      description =
          "at-watermark (one pane when the watermark passes the end, and one for each late element),"
              + " early-and-late (also early ones, see --earlyEvery) or every-element. Default:"
              + " ${DEFAULT-VALUE}.")
  String trigger = "";

  @Option(
      names = "--earlyEvery",
      paramLabel = "COUNT|DURATION",
      description =
          "With --trigger=early-and-late: an early pane comes after so many elements, such as 100, or"
              + " a real time after the first, such as 30s. Default: 30s.")
  Optional<String> earlyEvery = Optional.empty();

  @Option(
      names = "--lateness",
      paramLabel = "DURATION",
      defaultValue = "0s",
      description =
          "How long after its end, by the watermark, a window takes late elements. Default: 0.")
  String lateness = "";

  @Option(
      names = "--accumulation",
      paramLabel = "accumulating|discarding|retracting",
      defaultValue = "accumulating",
      description =
          "Whether a pane holds all of its window, what came since the last pane, or all of it after"
              + " a retraction of the last pane. Default: ${DEFAULT-VALUE}.")
  String accumulation = "";

  @Option(
      names = "--events",
      paramLabel = "TIME,...",
      description =
          "What happens to a key, in this order: elements at these times after 0, and @TIME where the"
              + " watermark moves to a time, as in 1m,5m,@6m,2m. At the end the watermark moves to"
              + " the end of time. Default: an example that suits the windows.")
  Optional<String> events = Optional.empty();

  @Option(
      names = "--runner",
      paramLabel = "RUNNER",
      description =
          "What a runner would refuse or do differently: DirectRunner, FlinkRunner, SparkRunner,"
              + " DataflowRunner or PortableRunner. Default: all that is known to differ.")
  Optional<String> runner = Optional.empty();

  @Option(names = "--json", description = "Print one JSON object instead, times in milliseconds.")
  boolean json;
}
