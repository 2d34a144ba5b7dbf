package io.slicewise.pipelines.dataflow;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.run.RunnablePipeline;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** Starts a pipeline as a program of its own, which is how templates are staged and launched. */
final class Main {
  private static final int WRONG_USAGE = 2;

  private Main() {}

  /** Starts it; ends the program only if that fails. */
  static void start(RunnablePipeline pipeline, String[] args) throws Exception {
    int status =
        start(
            pipeline,
            args,
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    if (status != 0) {
      System.exit(status);
    }
  }

  /** Starts it; options that cannot be used are one line on {@code err}, and the status is 2. */
  static int start(RunnablePipeline pipeline, String[] args, PrintWriter out, PrintWriter err)
      throws Exception {
    PipelineOptions options;
    try {
      options = PipelineOptionsFactory.fromArgs(args).withValidation().as(pipeline.optionsType());
    } catch (IllegalArgumentException e) {
      return explain(pipeline, String.valueOf(e.getMessage()), err);
    }
    try {
      return pipeline.prepare(options).run(out, err);
    } catch (SettingException e) {
      return explain(pipeline, e.getMessage(), err);
    }
  }

  private static int explain(RunnablePipeline pipeline, String problem, PrintWriter err) {
    err.println(pipeline.name() + ": " + problem.replaceAll("\\s*\\R\\s*", " "));
    return WRONG_USAGE;
  }
}
