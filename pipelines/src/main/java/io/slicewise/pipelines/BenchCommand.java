package io.slicewise.pipelines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts the benchmarks, which are a jar of their own with the engines to compare with. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs the benchmarks, which are a jar of their own, with the words that follow.",
      "",
      BenchCommand.BUILD + " makes the jar; docs/performance.md tells what came out.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"2:the jar is not there", "other:that of the benchmarks"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  slicewise bench suite --short",
      "  slicewise bench -- --engine=sliced --size=60000 --period=1000"
    })
final class BenchCommand implements Callable<Integer> {
  static final String BUILD = "mvn -B -q -Pbench -DskipTests package";
  private static final String JAR = "runners-it/bench/target/slicewise-bench.jar";

  @Spec private CommandSpec spec;

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      defaultValue = JAR,
      description = "The jar of the benchmarks. Default: ${DEFAULT-VALUE}.")
  private Path jar;

  @Parameters(paramLabel = "ARGUMENT", description = "What goes to the benchmarks.")
  private List<String> arguments = List.of();

  /** The command. */
  static CommandLine commandLine() {
    return new CommandLine(new BenchCommand()).setStopAtPositional(true);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!Files.isRegularFile(jar)) {
      throw new ParameterException(
          spec.commandLine(),
          String.format(
              "--jar=%s: no such file. Build it with %s, in the folder of the project.",
              jar, BUILD));
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-jar");
    command.add(jar.toString());
    command.addAll(arguments);
    spec.commandLine().getOut().flush();
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    return status == 0 ? ExitCode.OK : status;
  }
}
