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
   * Checks the options and what they name, as far as that can be asked, and makes it ready to run.
   *
   * @param options of the {@link #optionsType}
   * @throws io.slicewise.pipelines.SettingException for an option that cannot be used, which makes
   *     the exit status 2
   * @throws Exception for a failure, which makes the exit status 1
   */
  Job prepare(PipelineOptions options) throws Exception;

  /** A pipeline that is ready to run, once. */
  @FunctionalInterface
  interface Job {
    /**
     * Runs it.
     *
     * @param out for results
     * @param err for progress
     * @return the exit status: 0 for success, 1 for failure
     * @throws io.slicewise.pipelines.SettingException for an option of which only its run shows
     *     that it cannot be used, which makes the exit status 2
     * @throws Exception for a failure, which makes the exit status 1
     */
    int run(PrintWriter out, PrintWriter err) throws Exception;
  }
}
