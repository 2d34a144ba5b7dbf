package io.slicewise.pipelines.run;

import java.io.PrintWriter;
import org.apache.beam.sdk.options.PipelineOptions;

/** A pipeline that {@code slicewise run} starts by name. */
public interface RunnablePipeline {
  /** The name on the command line, such as {@code kafka-aggregates}. */
  String name();

  /** What it does, as one line. */
  String summary();

  /** The interface that its options are read as, validation included. */
  Class<? extends PipelineOptions> optionsType();

  /**
   * Runs it.
   *
   * @param options of the {@link #optionsType}
   * @param out for results
   * @param err for progress
   * @return the exit status: 0 for success, 1 for failure
   * @throws io.slicewise.pipelines.SettingException for an option that cannot be used, which makes
   *     the exit status 2
   * @throws Exception for a failure, which makes the exit status 1
   */
  int run(PipelineOptions options, PrintWriter out, PrintWriter err) throws Exception;
}
