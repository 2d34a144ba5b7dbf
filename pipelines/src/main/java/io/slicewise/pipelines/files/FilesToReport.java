package io.slicewise.pipelines.files;

import io.slicewise.beam.SlicedWindowMetrics;
import io.slicewise.pipelines.DurationText;
import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.aggregates.AggregateRecords;
import io.slicewise.pipelines.aggregates.AggregatedRecords;
import io.slicewise.pipelines.demo.panes.PaneLine.Timing;
import io.slicewise.pipelines.demo.report.HtmlReport;
import io.slicewise.pipelines.demo.report.Legible;
import io.slicewise.pipelines.demo.report.Run;
import io.slicewise.pipelines.demo.report.Subject;
import io.slicewise.pipelines.fields.FieldPath;
import io.slicewise.pipelines.run.RunnablePipeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.io.Read;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.transforms.ParDo;

/**
 * Aggregates rows of files, replayed as a stream, to windowed files and a report. It runs inside
 * this process, on DirectRunner or a local Flink.
 */
public final class FilesToReport implements RunnablePipeline {
  @Override
  public String name() {
    return "files-to-report";
  }

  @Override
  public String summary() {
    return "rows of CSV, JSON or Avro files, replayed as a stream, to windowed files and an HTML"
        + " report";
  }

  @Override
  public Class<? extends PipelineOptions> optionsType() {
    return FilesToReportOptions.class;
  }

  @Override
  public Job prepare(PipelineOptions options) throws IOException {
    FilesToReportOptions typed = options.as(FilesToReportOptions.class);
    InProcess.require(options);
    FilesSettings settings = FilesSettings.of(typed);
    Files.createDirectories(settings.output());
    return (out, err) -> run(typed, settings, out, err);
  }

  private static int run(
      FilesToReportOptions typed, FilesSettings settings, PrintWriter out, PrintWriter err)
      throws IOException {
    Path spool = Files.createTempDirectory("slicewise-files-");
    try {
      Spool.Content rows = Spool.fill(settings, spool);
      if (rows.records() == 0) {
        throw new SettingException(
            String.format(
                "--input=%s: none of its %d rows can be read; the reasons are in %s. Check"
                    + " --inputFormat, --key, --timestamp, --timestampFormat and --arrival.",
                typed.getInput(), rows.rows(), settings.output().resolve(Spool.UNREADABLE)));
      }
      long dropped = aggregate(typed, settings, rows, err);
      Run run = RunReport.of(settings.output(), rows, dropped);
      Files.writeString(settings.report(), HtmlReport.of(subject(typed, settings, rows, run)));
      out.print(summary(settings, run));
      out.flush();
      return 0;
    } finally {
      delete(spool);
    }
  }

  /** Runs the pipeline to its end; the number of pairs of a record and an expired window. */
  private static long aggregate(
      FilesToReportOptions options, FilesSettings settings, Spool.Content rows, PrintWriter err)
      throws IOException {
    InProcess.prepare(options);
    Pipeline pipeline = Pipeline.create(options);
    String run = rows.file().toAbsolutePath().toString();
    build(pipeline, settings, rows, run, InProcess.isFlink(options));
    boolean telling = settings.progress().orElseGet(Progress::isTerminal);
    Progress progress = Progress.of(run);
    Progress.Telling told =
        telling
            ? progress.tell(err, rows.records(), settings.boundMillis())
            : Progress.Telling.NOTHING;
    try {
      PipelineResult result = pipeline.run();
      PipelineResult.State state = result.waitUntilFinish();
      if (state != PipelineResult.State.DONE) {
        throw new IllegalStateException("the pipeline ended as " + state + ", not DONE");
      }
      return dropped(result);
    } finally {
      told.close();
      progress.close();
    }
  }

  private static void build(
      Pipeline pipeline,
      FilesSettings settings,
      Spool.Content rows,
      String run,
      boolean checkpointsAtAnyTime) {
    AggregatedRecords records =
        pipeline
            .apply(
                "Replay",
                Read.from(new RecordReplay(rows.file(), rows.steps(), checkpointsAtAnyTime)))
            .apply("Payloads", ParDo.of(new PayloadFn(run)))
            .apply("Aggregate", AggregateRecords.by(settings.aggregation()));
    records
        .allResults()
        .apply("Write results", ParDo.of(new WriteResultsFn(settings.output(), run)));
    records
        .late()
        .apply(
            "Write late rows",
            ParDo.of(new WriteRejectedFn(settings.output().resolve(RunReport.LATE))));
    records
        .unreadable()
        .apply(
            "Write unreadable rows",
            ParDo.of(new WriteRejectedFn(settings.output().resolve(Spool.UNREADABLE))));
  }

  private static long dropped(PipelineResult result) {
    MetricsFilter filter =
        MetricsFilter.builder()
            .addNameFilter(
                MetricNameFilter.named(
                    SlicedWindowMetrics.NAMESPACE, SlicedWindowMetrics.DROPPED_DUE_TO_LATENESS))
            .build();
    long dropped = 0;
    for (MetricResult<Long> counter : result.metrics().queryMetrics(filter).getCounters()) {
      dropped += counter.getAttempted();
    }
    return dropped;
  }

  private static Subject subject(
      FilesToReportOptions options, FilesSettings settings, Spool.Content rows, Run run) {
    List<Path> files = settings.input().files();
    Map<String, String> described = new LinkedHashMap<>();
    described.put("input", options.getInput() + ", " + plural(files.size(), "file"));
    described.put("key", options.getKey());
    described.put("aggregates", options.getAggregates());
    described.put("event time", options.getTimestamp());
    described.put(
        "order of arrival", settings.arrival().map(FieldPath::toString).orElse("as in the files"));
    described.put("windows", options.getWindows());
    put(described, "size", options.getSize());
    put(described, "period", options.getPeriod());
    put(described, "gap", options.getGap());
    put(described, "time zone", options.getTimeZone());
    described.put("trigger", options.getTrigger());
    described.put("allowed lateness", options.getLateness());
    described.put("accumulation", options.getAccumulation());
    long step = rows.steps().stepMillis();
    described.put(
        "watermark",
        "the newest event time minus "
            + DurationText.format(settings.boundMillis())
            + (step == 1 ? "" : ", in steps of " + DurationText.format(step))
            + "; the end of time after the last row");
    described.put("runner", options.getRunner().getSimpleName());
    described.put("shown", shown(rows, run));
    return new Subject(
        files.size() == 1 ? files.get(0).getFileName().toString() : options.getInput(),
        "Rows of files, replayed as a stream and aggregated per " + options.getKey() + ".",
        described,
        options.getKey(),
        RunReport.measures(settings.aggregation().columns()),
        0,
        settings.aggregation().lateness().getMillis(),
        run);
  }

  private static void put(Map<String, String> described, String name, String valueOrNull) {
    if (valueOrNull != null) {
      described.put(name, valueOrNull);
    }
  }

  private static String shown(Spool.Content rows, Run run) {
    int keysLeftOut = rows.recordsByKey().size() - run.eventsByKey().size();
    String keys =
        keysLeftOut == 0
            ? "all keys"
            : "the "
                + run.eventsByKey().size()
                + " most active keys, not "
                + keysLeftOut
                + " others";
    String others =
        rows.recordsOfOtherKeys() == 0
            ? ""
            : "; " + Legible.count(rows.recordsOfOtherKeys()) + " rows are of keys beyond those";
    return keys + others + "; the counters are of all";
  }

  private static String summary(FilesSettings settings, Run run) throws IOException {
    Run.Counters counters = run.counters();
    long files;
    try (DirectoryStream<Path> results =
        Files.newDirectoryStream(settings.output(), "*-pane-*.jsonl")) {
      files = 0;
      for (Path ignored : results) {
        files++;
      }
    }
    return String.join(
            System.lineSeparator(),
            String.format(
                "Rows   %s of %s: %s could not be read",
                Legible.count(counters.rows()),
                plural(settings.input().files().size(), "file"),
                Legible.count(counters.unreadable())),
            String.format(
                "Panes  %s: %s early, %s on time, %s late; in %s",
                Legible.count(counters.allPanes()),
                Legible.count(counters.panes().get(Timing.EARLY)),
                Legible.count(counters.panes().get(Timing.ON_TIME)),
                Legible.count(counters.panes().get(Timing.LATE)),
                plural(counters.windows(), "window") + " of keys"),
            String.format(
                "Late   %s came too late for all their windows", plural(counters.late(), "row")),
            String.format(
                "Wrote  %s in %s, %s", plural(files, "file"), settings.output(), settings.report()))
        + System.lineSeparator();
  }

  private static String plural(long count, String noun) {
    return Legible.count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
