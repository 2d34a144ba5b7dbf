package io.slicewise.pipelines.run;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The help for one pipeline, in the look of the commands, from the annotations of its options. */
final class PipelineHelp {
  private PipelineHelp() {}

  static String of(RunnablePipeline pipeline) {
    CommandSpec spec = CommandSpec.create().name("slicewise run " + pipeline.name());
    spec.usageMessage()
        .sortOptions(false)
        .sortSynopsis(false)
        .abbreviateSynopsis(false)
        .description(escaped(pipeline.summary()), "")
        .footerHeading("%n")
        .footer(
            "The options of Beam may be given, too, such as --runner=FlinkRunner (the default is"
                + " DirectRunner) and --flinkMaster=HOST:PORT.");
    for (PipelineOption option : PipelineOption.of(pipeline.optionsType())) {
      spec.addOption(
          OptionSpec.builder("--" + option.name())
              .paramLabel(option.value())
              .type(String.class)
              .required(option.required())
              .description(escaped(description(option)))
              .build());
    }
    return new CommandLine(spec).getUsageMessage();
  }

  private static String description(PipelineOption option) {
    boolean told = option.byDefault().isEmpty() || option.description().contains("Default:");
    return told
        ? option.description()
        : option.description() + " Default: " + option.byDefault().get() + ".";
  }

  /** A percent sign begins a format in a text of picocli. */
  private static String escaped(String text) {
    return text.replace("%", "%%");
  }
}
