package io.slicewise.pipelines;

import io.slicewise.pipelines.demo.DemoCommand;
import io.slicewise.pipelines.explain.ExplainCommand;
import io.slicewise.pipelines.run.RunCommand;
import io.slicewise.pipelines.scenario.ScenarioCommand;
import io.slicewise.pipelines.scenario.ScenarioRunner;
import io.slicewise.pipelines.scenario.run.EngineScenarioRunner;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code slicewise} command line. */
@Command(
    name = "slicewise",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = {"Windows by slices, on Apache Beam.", ""},
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  slicewise demo",
      "  slicewise scenario docs/examples/late-data.json",
      "  slicewise explain --windows=sliding --size=24h --period=1m",
      "  slicewise run --list",
      "  slicewise scenario --help"
    })
public final class Slicewise implements Runnable {
  @Spec private CommandSpec spec;

  private Slicewise() {}

  /** Runs a command; the exit status is 0 for success, 1 for failure, 2 for wrong usage. */
  public static void main(String[] args) {
    int exitStatus =
        execute(
            commandLine(),
            new PrintWriter(System.out, false, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            args);
    // Flink leaves threads behind that would keep the process alive.
    System.exit(exitStatus);
  }

  /** Runs a command; output that is lost, or memory that runs out, is a failure on one line. */
  static int execute(CommandLine commands, PrintWriter out, PrintWriter err, String... args) {
    int exitStatus;
    try {
      exitStatus = commands.setOut(out).setErr(err).execute(args);
    } catch (OutOfMemoryError e) {
      printLine(
          commands,
          "slicewise: out of memory: "
              + e.getMessage()
              + ". Give Java more, such as java -Xmx4g, or the command less.");
      exitStatus = CommandLine.ExitCode.SOFTWARE;
    }
    if (out.checkError()) {
      printLine(commands, "slicewise: standard output cannot be written");
      return exitStatus == CommandLine.ExitCode.OK ? CommandLine.ExitCode.SOFTWARE : exitStatus;
    }
    return exitStatus;
  }

  /** The commands; wrong usage and failures are one line on standard error each. */
  static CommandLine commandLine() {
    CommandLine slicewise =
        new CommandLine(new Slicewise())
            .addSubcommand(new DemoCommand())
            .addSubcommand(new ExplainCommand())
            .addSubcommand(new ScenarioCommand(scenarioRunners()))
            .addSubcommand(RunCommand.ofClassPath())
            .addSubcommand(BenchCommand.commandLine())
            .addSubcommand(new AutoComplete.GenerateCompletion())
            .setParameterExceptionHandler(Slicewise::explainUsage)
            .setExecutionExceptionHandler(Slicewise::explainFailure);
    Version version = new Version();
    slicewise.getCommandSpec().versionProvider(version);
    slicewise
        .getSubcommands()
        .values()
        .forEach(command -> command.getCommandSpec().versionProvider(version));
    return slicewise;
  }

  private static Map<String, Supplier<ScenarioRunner>> scenarioRunners() {
    Map<String, Supplier<ScenarioRunner>> runners = new LinkedHashMap<>();
    runners.put("engine", EngineScenarioRunner::new);
    runners.put("DirectRunner", PipelineScenarioRunner::onDirectRunner);
    runners.put("FlinkRunner", PipelineScenarioRunner::onFlinkRunner);
    return runners;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "COMMAND is missing. It must be one of "
            + String.join(", ", spec.subcommands().keySet())
            + ".");
  }

  private static int explainUsage(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String problem = failure.getMessage();
    String end = problem.endsWith(".") ? " " : ". ";
    printLine(command, name + ": " + problem + end + "Try " + name + " --help.");
    return CommandLine.ExitCode.USAGE;
  }

  private static int explainFailure(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    printLine(command, command.getCommandSpec().qualifiedName() + ": " + failure);
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static void printLine(CommandLine command, String message) {
    command.getErr().println(message.replaceAll("\\s*\\R\\s*", " "));
    command.getErr().flush();
  }
}
