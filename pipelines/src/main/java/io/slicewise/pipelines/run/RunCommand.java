package io.slicewise.pipelines.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slicewise.pipelines.SettingException;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a pipeline by name. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs a pipeline. Options of a pipeline come after its name; slicewise run PIPELINE --help"
          + " tells them.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:the pipeline is done, or runs on a cluster that was asked for",
      "1:it failed; one line on standard error says why",
      "2:an option cannot be used; one line on standard error says why"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  slicewise run --list",
      "  slicewise run --list --json",
      "  slicewise run PIPELINE --help"
    })
public final class RunCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, RunnablePipeline> pipelines = new TreeMap<>();

  @Spec private CommandSpec spec;

  @Option(names = "--list", description = "List the pipelines.")
  private boolean list;

  @Option(
      names = "--json",
      description = "With --list: one JSON array, with the options of each pipeline.")
  private boolean json;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PIPELINE",
      description = "The name of the pipeline.")
  private String name;

  @Parameters(
      index = "1..*",
      paramLabel = "--option=value",
      description = "Its options, and those of Beam.")
  private List<String> options = List.of();

  private RunCommand(Collection<RunnablePipeline> pipelines) {
    pipelines.forEach(pipeline -> this.pipelines.put(pipeline.name(), pipeline));
  }

  /** The command for pipelines, and nothing else. */
  public static CommandLine of(Collection<RunnablePipeline> pipelines) {
    // whatever follows the name is the pipeline's, be it --help
    return new CommandLine(new RunCommand(pipelines)).setStopAtPositional(true);
  }

  /** The command for all pipelines of the class path, which are services of Java. */
  public static CommandLine ofClassPath() {
    return of(
        ServiceLoader.load(RunnablePipeline.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      out.print(json ? asJson() + System.lineSeparator() : asTable());
      out.flush();
      return ExitCode.OK;
    }
    RunnablePipeline pipeline = pipeline();
    if (options.contains("--help") || options.contains("-h")) {
      out.print(PipelineHelp.of(pipeline));
      out.flush();
      return ExitCode.OK;
    }
    try {
      return run(pipeline, Arguments.read(pipeline, options), out);
    } catch (SettingException e) {
      return told(pipeline, ExitCode.USAGE, sentence(e.getMessage()) + " Try " + help(pipeline));
    } catch (RuntimeException e) {
      return told(pipeline, ExitCode.SOFTWARE, rootOf(e).toString());
    }
  }

  private int run(RunnablePipeline pipeline, PipelineOptions arguments, PrintWriter out)
      throws Exception {
    RunnablePipeline.Job job = pipeline.prepare(arguments);
    RunLog log = RunLog.started(pipeline.name(), arguments);
    try {
      int status = job.run(out, spec.commandLine().getErr());
      log.ended(status);
      return status;
    } catch (Exception e) {
      log.failed(rootOf(e));
      throw e;
    }
  }

  private static Throwable rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private int told(RunnablePipeline pipeline, int status, String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        spec.qualifiedName()
            + " "
            + pipeline.name()
            + ": "
            + message.strip().replaceAll("\\s*\\R\\s*", " "));
    err.flush();
    return status;
  }

  private String help(RunnablePipeline pipeline) {
    return spec.qualifiedName() + " " + pipeline.name() + " --help.";
  }

  private static String sentence(String message) {
    return message.matches("(?s).*[.?!]\\s*") ? message.strip() : message.strip() + ".";
  }

  private RunnablePipeline pipeline() {
    if (name == null) {
      throw new ParameterException(spec.commandLine(), "PIPELINE is missing. " + choices());
    }
    RunnablePipeline pipeline = pipelines.get(name);
    if (pipeline == null) {
      throw new ParameterException(
          spec.commandLine(),
          name + ": no such pipeline." + Similar.to(name, pipelines.keySet()) + " " + choices());
    }
    return pipeline;
  }

  private String choices() {
    return "It must be one of " + String.join(", ", pipelines.keySet()) + ".";
  }

  private String asTable() {
    int width = pipelines.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder table = new StringBuilder();
    pipelines.forEach(
        (each, pipeline) ->
            table.append(String.format("%-" + width + "s  %s%n", each, pipeline.summary())));
    return table.toString();
  }

  private String asJson() {
    ArrayNode array = JSON.createArrayNode();
    for (RunnablePipeline pipeline : pipelines.values()) {
      ObjectNode object = array.addObject();
      object.put("name", pipeline.name());
      object.put("summary", pipeline.summary());
      ArrayNode listed = object.putArray("options");
      for (PipelineOption option : PipelineOption.of(pipeline.optionsType())) {
        listed
            .addObject()
            .put("name", option.name())
            .put("value", option.value())
            .put("description", option.description())
            .put("default", option.byDefault().orElse(null))
            .put("required", option.required());
      }
    }
    return array.toString();
  }
}
