package io.slicewise.pipelines.demo;

import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options as they are typed. {@link DemoSettings#of} checks them. */
final class DemoOptions {
  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "Rows to replay, at most 256 MiB. Default: a week of earthquakes that comes with the"
              + " program.")
  Optional<String> input = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "jsonl|csv",
      description =
          "One JSON object per line, or comma-separated values under a header. Default: csv if the"
              + " name of the input ends in .csv, else jsonl.")
  Optional<String> format = Optional.empty();

  @Option(
      names = "--key",
      paramLabel = "FIELD",
      defaultValue = "net",
      description = "Field to group by. Default: ${DEFAULT-VALUE}.")
  String key = "";

  @Option(
      names = "--value",
      paramLabel = "FIELD",
      description =
          "Numeric field to aggregate; not with --aggregate=count. Default: mag and depth, see --aggregate; mag for sum, min,"
              + " max and mean.")
  Optional<String> value = Optional.empty();

  @Option(
      names = "--timestamp",
      paramLabel = "FIELD",
      defaultValue = "time",
      description = "Field with the event time. Default: ${DEFAULT-VALUE}.")
  String timestamp = "";

  @Option(
      names = "--timestampFormat",
      paramLabel = "millis|iso|PATTERN",
      defaultValue = "millis",
      description =
          "How event and arrival times are written: milliseconds since 1970, ISO 8601, or a Java"
              + " pattern such as 'dd.MM.yyyy HH:mm'. Times without a zone are UTC. A local time that"
              + " its zone skips is moved forward; of two, the earlier counts. Default:"
              + " ${DEFAULT-VALUE}.")
  String timestampFormat = "";

  @Option(
      names = "--arrival",
      paramLabel = "FIELD|none",
      defaultValue = "updated",
      description =
          "Field with the time of arrival: rows are replayed in its order; none keeps the order of"
              + " the file. Default: ${DEFAULT-VALUE}.")
  String arrival = "";

  @Option(
      names = "--aggregate",
      paramLabel = "count|sum|min|max|mean",
      description =
          "What to compute per key and window. Default: count, largest mag and mean depth as one"
              + " object, or count if no row has mag or depth; sum if --value is given.")
  Optional<String> aggregate = Optional.empty();

  @Option(
      names = "--size",
      paramLabel = "DURATION",
      defaultValue = "24h",
      description = "Length of a window. Default: ${DEFAULT-VALUE}.")
  String size = "";

  @Option(
      names = "--period",
      paramLabel = "DURATION",
      defaultValue = "1h",
      description = "How often a window starts. Default: ${DEFAULT-VALUE}.")
  String period = "";

  @Option(
      names = "--lateness",
      paramLabel = "DURATION",
      defaultValue = "12h",
      description =
          "How long after its end, by the watermark, a window takes late events. Default:"
              + " ${DEFAULT-VALUE}.")
  String lateness = "";

  @Option(
      names = "--bound",
      paramLabel = "DURATION",
      defaultValue = "6h",
      description =
          "The watermark is the newest event time minus this bound. Default: ${DEFAULT-VALUE}.")
  String bound = "";

  @Option(
      names = "--output",
      paramLabel = "FILE.jsonl",
      defaultValue = "slicewise-panes.jsonl",
      description =
          "Where the panes go, one JSON object per line. Late events go to FILE.jsonl.late.jsonl,"
              + " rows that cannot be read to FILE.jsonl.dead-letters.jsonl. Default:"
              + " ${DEFAULT-VALUE}.")
  String output = "";

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      defaultValue = "slicewise-report.html",
      description = "Where the HTML report goes. Default: ${DEFAULT-VALUE}.")
  String report = "";

  @Option(
      names = "--runner",
      paramLabel = "DirectRunner|FlinkRunner",
      defaultValue = "DirectRunner",
      description =
          "What runs the pipeline: DirectRunner or direct, FlinkRunner or flink. Default:"
              + " ${DEFAULT-VALUE}, inside this process.")
  String runner = "";

  @Option(
      names = "--pause",
      paramLabel = "DURATION",
      defaultValue = "0ms",
      description =
          "Real time to let pass before each event, for a run that lasts. Default:"
              + " ${DEFAULT-VALUE}.")
  String pause = "";

  @ArgGroup(
      exclusive = false,
      validate = false,
      heading = "%nWith --runner=FlinkRunner, named as in Beam but for --sharedFolder:%n")
  FlinkOptions flink = new FlinkOptions();
}
