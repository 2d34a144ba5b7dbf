package io.slicewise.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.bench.engine.SettingException;
import io.slicewise.bench.report.MarkdownReport;
import io.slicewise.bench.report.ThroughputChart;
import io.slicewise.bench.suite.MismatchException;
import io.slicewise.bench.suite.Row;
import io.slicewise.bench.suite.RowResult;
import io.slicewise.bench.suite.Rows;
import io.slicewise.bench.suite.RunLauncher;
import io.slicewise.bench.suite.Suite;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a table of rows and writes what came out. */
@Command(
    name = "suite",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs several engines on the same streams, each run in a process of its own, compares their"
          + " panes, and prints how their speeds compare. Writes results.md, chart.svg and"
          + " results.json.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all rows are complete",
      "1:a run failed, or engines did not give the same panes",
      "2:an option cannot be used; one line on standard error says why"
    })
final class SuiteCommand implements Callable<Integer> {
  private static final int MOST_REPEATS = 100;
  private static final int REPEATS = 3;

  @Option(
      names = "--short",
      description = "Three rows with few events, once each; for a look, not for figures.")
  private boolean isShort;

  @Option(
      names = "--rows",
      paramLabel = "NAME",
      split = ",",
      description = "Only these rows. Default: all.")
  private List<String> rows = List.of();

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "How often each engine runs. Default: 3, and 1 with --short.")
  private Optional<Integer> repeats = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "slicewise-bench-results",
      description = "Where the files go. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Spec private CommandSpec spec;

  private final RunLauncher launcher;

  SuiteCommand(RunLauncher launcher) {
    this.launcher = launcher;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Row> chosen = chosenRows();
    PrintWriter printed = spec.commandLine().getOut();
    PrintWriter progress = spec.commandLine().getErr();
    Suite suite =
        new Suite(
            launcher,
            repeats.orElse(isShort ? 1 : REPEATS),
            line -> {
              progress.println(line);
              progress.flush();
            });
    List<RowResult> results = new ArrayList<>();
    for (Row row : chosen) {
      try {
        RowResult result = suite.run(row);
        results.add(result);
        write(results);
        printed.println(MarkdownReport.ratios(List.of(result)));
        printed.flush();
      } catch (MismatchException e) {
        progress.println(spec.qualifiedName() + ": " + e.getMessage());
        progress.flush();
        return ExitCode.SOFTWARE;
      }
    }
    printed.println(MarkdownReport.of(results));
    printed.flush();
    return ExitCode.OK;
  }

  private List<Row> chosenRows() {
    int count = repeats.orElse(1);
    try {
      if (count < 1 || count > MOST_REPEATS) {
        throw new SettingException(
            String.format("--repeats=%d: must be from 1 to %d runs.", count, MOST_REPEATS));
      }
      List<Row> all = isShort ? Rows.shortRows() : Rows.all();
      return rows.isEmpty() ? all : Rows.named(all, rows);
    } catch (SettingException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** After each row, so that a suite that is stopped leaves what it has. */
  private void write(List<RowResult> results) throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("results.md"), MarkdownReport.of(results));
    new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValue(out.resolve("results.json").toFile(), results);
    List<RowResult> charted =
        results.stream().filter(result -> result.row().name().startsWith(Rows.HEAP)).toList();
    if (!charted.isEmpty()) {
      Files.writeString(out.resolve("chart.svg"), ThroughputChart.of(charted));
    }
  }
}
