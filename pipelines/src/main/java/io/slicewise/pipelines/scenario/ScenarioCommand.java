package io.slicewise.pipelines.scenario;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code slicewise scenario}: runs scenario files and reports what came out. */
@Command(
    name = "scenario",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {
      "Runs scenarios and compares what comes out with what they expect.",
      "",
      "A scenario is a window specification, a script of elements, watermarks and processing time,"
          + " and the panes to expect, see docs/scenario-format.md. Each result is one JSON object"
          + " on a line of its own, in the order of the files:",
      "  id, status, runner, panes, late, droppedDueToLateness, differences",
      "The status is match, mismatch, unsupported (the runner cannot run the scenario) or error;"
          + " differences tell why it is not match.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:Nothing mismatched or failed.",
      "1:A scenario mismatched or failed, or standard output was closed or full; no further"
          + " scenarios are run then.",
      "2:The command line or a file is wrong; one line on standard error says where."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  slicewise scenario docs/examples/late-data.json",
      "  slicewise scenario --runner=DirectRunner late-data.json sliding.json",
      "  slicewise scenario --runner=flink late-data.json"
    })
public final class ScenarioCommand implements Callable<Integer> {
  private static final String RUNNER_SUFFIX = "Runner";

  private final Map<String, Supplier<ScenarioRunner>> runners;

  @Spec private CommandSpec spec;

  @Option(
      names = "--runner",
      paramLabel = "RUNNER",
      defaultValue = "engine",
      description = {
        "What runs the scenarios: engine (the default; no Beam), DirectRunner or direct,"
            + " FlinkRunner or flink."
      })
  private String runnerName;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files of scenarios, JSON arrays.")
  private List<Path> files;

  /**
   * The command for a choice of runners.
   *
   * @param runners by name; a name that ends in "Runner" is known without the ending, too
   */
  public ScenarioCommand(Map<String, Supplier<ScenarioRunner>> runners) {
    this.runners = runners;
  }

  @Override
  public Integer call() {
    ScenarioRunner runner = runner();
    files.forEach(this::requireReadable);
    List<Scenario> scenarios = new ArrayList<>();
    try {
      files.forEach(file -> scenarios.addAll(ScenarioReader.read(file)));
    } catch (ScenarioFormatException e) {
      CommandLine commandLine = spec.commandLine();
      commandLine.getErr().println(e.getMessage());
      commandLine.getErr().flush();
      return CommandLine.ExitCode.USAGE;
    }
    return run(runner, scenarios) ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** A file that is not there is wrong usage; what is wrong in a file is told with its place. */
  private void requireReadable(Path file) {
    if (!Files.exists(file)) {
      throw unreadable(file, "no such file. Give the path of a file.");
    }
    if (Files.isDirectory(file)) {
      throw unreadable(file, "is a folder. Give the path of a file.");
    }
    if (!Files.isReadable(file)) {
      throw unreadable(file, "may not be read. Change its permissions.");
    }
  }

  private ParameterException unreadable(Path file, String problem) {
    return new ParameterException(spec.commandLine(), file + ": " + problem);
  }

  /** Whether nothing failed. */
  private boolean run(ScenarioRunner runner, List<Scenario> scenarios) {
    PrintWriter out = spec.commandLine().getOut();
    List<ScenarioResult> failures = new ArrayList<>();
    try {
      runner.run(
          scenarios,
          result -> {
            out.println(result.toJson());
            if (out.checkError()) {
              throw new OutputLostException();
            }
            if (result.isFailure()) {
              failures.add(result);
            }
          });
    } catch (OutputLostException e) {
      // Nobody reads on, and the program says so when the command is over.
      return false;
    }
    return failures.isEmpty();
  }

  /** Ends a run whose results cannot be written. */
  private static final class OutputLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private ScenarioRunner runner() {
    for (Map.Entry<String, Supplier<ScenarioRunner>> runner : runners.entrySet()) {
      String name = runner.getKey();
      boolean isShortName =
          name.endsWith(RUNNER_SUFFIX) && name.equalsIgnoreCase(runnerName + RUNNER_SUFFIX);
      if (isShortName || name.equalsIgnoreCase(runnerName)) {
        return runner.getValue().get();
      }
    }
    throw new ParameterException(
        spec.commandLine(),
        String.format(
            "--runner=%s: unknown. Use one of: %s.",
            runnerName, String.join(", ", runners.keySet())));
  }
}
