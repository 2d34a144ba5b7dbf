package io.slicewise.pipelines.demo;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.input.ReadRows;
import io.slicewise.pipelines.demo.panes.Outcome;
import io.slicewise.pipelines.demo.report.HtmlReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Replays a file as a stream and shows the panes of its sliding windows. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Replays a file as a stream, aggregates it per key in sliding windows, prints a table and"
          + " writes the panes and an HTML report.",
      "",
      "Without options it replays the earthquakes of one week in the order in which they were"
          + " published. A window gives an early pane after each 10 new events, one pane when the"
          + " watermark passes its end, and a late pane for each event after that until the"
          + " lateness is over; panes accumulate. Events that are too late for all their windows"
          + " go to a file of their own.",
      "",
      "DURATION is a whole number with a unit, ms, s, m, h or d (500ms, 90m, 24h, 7d), or ISO 8601"
          + " (PT24H). Sums are exact decimals; means are doubles.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the run is complete; rows that could not be read were counted and written down",
      "1:the run failed; or standard output was closed or full, though the files are complete",
      "2:an option or the input cannot be used; one line on standard error says why"
    })
public final class DemoCommand implements Callable<Integer> {
  @Mixin private DemoOptions options;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try {
      DemoSettings asGiven = DemoSettings.of(options);
      ReadRows rows = asGiven.reader().read(asGiven.source().read());
      DemoRun.writeDeadLetters(asGiven.files(), rows);
      requireSomeRead(asGiven, rows);
      DemoSettings settings = asGiven.countingIfWithoutNumbers(rows.events());
      Outcome outcome = DemoRun.run(settings, rows);
      DemoRun.write(settings.files(), outcome);
      Files.writeString(
          settings.files().report(), HtmlReport.of(ReportText.subject(settings, outcome)));
      PrintWriter out = spec.commandLine().getOut();
      out.print(new ConsoleSummary(settings, outcome).text());
      out.flush();
      return ExitCode.OK;
    } catch (SettingException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static void requireSomeRead(DemoSettings settings, ReadRows rows) {
    if (rows.events().isEmpty() && !rows.deadLetters().isEmpty()) {
      throw new SettingException(
          String.format(
              "%s: none of its %d rows can be read; line %d: %s. Check --format, --key, --value,"
                  + " --timestamp, --timestampFormat and --arrival; all reasons are in %s.%s",
              settings.source(),
              rows.rows(),
              rows.deadLetters().get(0).line(),
              rows.deadLetters().get(0).reason(),
              settings.files().deadLetters(),
              earlierRun(settings.files())));
    }
  }

  private static String earlierRun(OutputFiles files) {
    String old =
        Stream.of(files.panes(), files.late(), files.report())
            .filter(Files::exists)
            .map(Path::toString)
            .collect(Collectors.joining(", "));
    return old.isEmpty() ? "" : " Of an earlier run, not of this one: " + old + ".";
  }
}
