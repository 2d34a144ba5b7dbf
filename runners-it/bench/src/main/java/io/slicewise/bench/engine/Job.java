package io.slicewise.bench.engine;

import java.nio.file.Path;

/** The job of an engine. */
interface Job {
  /**
   * Runs to the end of the stream.
   *
   * @param folder for the files of the run, empty
   */
  void run(Path folder) throws Exception;
}
