package io.slicewise.bench.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the cases one after the other and writes what came of them. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs long jobs on Flink with state in RocksDB, in this process, checks every pane, and prints"
          + " a table. Writes soak.md, and soak.svg with the checkpoints of the first case.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:every pane was right, and nothing was left",
      "1:a run failed, a pane was wrong, or timers or state were left",
      "2:an option cannot be used; one line on standard error says why"
    })
public final class SoakCommand implements Callable<Integer> {
  private static final String HEADER =
      """
      | case | events | keys | windows | panes | seconds | checkpoints | largest, MB | most timers |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      """;

  @Option(
      names = "--case",
      paramLabel = "NAME",
      split = ",",
      description = "Only these: ${COMPLETION-CANDIDATES}. Default: all.")
  private List<SoakCase> cases = List.of(SoakCase.values());

  @Option(
      names = "--scale",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "So many times the keys, more than 0; 0.02 takes seconds. Default:"
              + " ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "MS",
      defaultValue = "5000",
      description = "The interval of checkpoints, in milliseconds. Default: ${DEFAULT-VALUE}.")
  private long checkpointMillis;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "slicewise-soak-results",
      description = "Where the files go. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    check(scale > 0, "--scale=" + scale + ": must be more than 0.");
    check(
        checkpointMillis >= 10,
        "--checkpoint-interval=" + checkpointMillis + ": must be 10 ms or more.");
    PrintWriter printed = spec.commandLine().getOut();
    Set<SoakCase> inOrder = EnumSet.noneOf(SoakCase.class);
    inOrder.addAll(cases);
    List<SoakResult> results = new ArrayList<>();
    printed.print(HEADER);
    for (SoakCase soak : inOrder) {
      SoakResult result = SoakJob.run(soak, scale, checkpointMillis);
      results.add(result);
      printed.println(result.toRow());
      printed.flush();
    }
    write(results);
    results.forEach(
        result ->
            result
                .problems()
                .forEach(
                    problem ->
                        spec.commandLine().getErr().println(result.soak() + ": " + problem)));
    return results.stream().allMatch(result -> result.problems().isEmpty())
        ? ExitCode.OK
        : ExitCode.SOFTWARE;
  }

  private void check(boolean rule, String otherwise) {
    if (!rule) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private void write(List<SoakResult> results) throws IOException {
    Files.createDirectories(out);
    StringBuilder table = new StringBuilder(HEADER);
    results.forEach(result -> table.append(result.toRow()).append('\n'));
    Files.writeString(out.resolve("soak.md"), table);
    if (!results.get(0).checkpoints().isEmpty()) {
      Files.writeString(out.resolve("soak.svg"), SoakChart.of(results.get(0)));
    }
  }
}
