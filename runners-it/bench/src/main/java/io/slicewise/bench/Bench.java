package io.slicewise.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.bench.engine.Benchmark;
import io.slicewise.bench.engine.RunSettings;
import io.slicewise.bench.engine.SettingException;
import io.slicewise.bench.soak.SoakCommand;
import io.slicewise.bench.suite.ChildJvm;
import io.slicewise.bench.suite.RunLauncher;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code slicewise-bench} command line: one run, a suite of them, or a soak. */
@Command(
    name = "slicewise-bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs a stream of computed events through an engine, in this process, and prints what it"
          + " measured as one JSON object.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the run is complete",
      "1:the run failed",
      "2:an option cannot be used; one line on standard error says why"
    },
    commandListHeading = "%nCommands:%n")
public final class Bench implements Callable<Integer> {
  private final long startNanos;
  @Mixin private RunOptions options;
  @Spec private CommandSpec spec;

  private Bench(long startNanos) {
    this.startNanos = startNanos;
  }

  /** Runs a command; the exit status is 0 for success, 1 for failure, 2 for wrong usage. */
  public static void main(String[] args) {
    long startNanos = System.nanoTime();
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    // Nothing but the result goes to standard output, whatever the runners print.
    System.setOut(System.err);
    int exitStatus = commandLine(startNanos, new ChildJvm(Bench.class)).setOut(out).execute(args);
    out.flush();
    // Flink leaves threads behind that would keep the process alive.
    System.exit(exitStatus);
  }

  /**
   * The commands, where a suite runs by {@code launcher}; wrong usage and failures are one line on
   * standard error each.
   */
  static CommandLine commandLine(long startNanos, RunLauncher launcher) {
    return new CommandLine(new Bench(startNanos))
        .addSubcommand(new SuiteCommand(launcher))
        .addSubcommand(new SoakCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Bench::explainUsage)
        .setExecutionExceptionHandler(Bench::explainFailure);
  }

  @Override
  public Integer call() throws Exception {
    spec.commandLine().getOut().println(json(Benchmark.run(settings(), startNanos)));
    return ExitCode.OK;
  }

  private RunSettings settings() {
    try {
      return options.settings();
    } catch (SettingException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static String json(Object result) throws JsonProcessingException {
    return new ObjectMapper().writeValueAsString(result);
  }

  private static int explainUsage(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String problem = failure.getMessage();
    String end = problem.endsWith(".") ? " " : ". ";
    printLine(command, name + ": " + problem + end + "Try " + name + " --help.");
    return ExitCode.USAGE;
  }

  private static int explainFailure(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    StringBuilder causes = new StringBuilder(failure.toString());
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      causes.append("; caused by ").append(cause);
    }
    printLine(command, command.getCommandSpec().qualifiedName() + ": " + causes);
    return ExitCode.SOFTWARE;
  }

  private static void printLine(CommandLine command, String message) {
    command.getErr().println(message.replaceAll("\\s*\\R\\s*", " "));
    command.getErr().flush();
  }
}
