package io.slicewise.bench.suite;

import io.slicewise.bench.engine.RunResult;
import java.io.IOException;
import java.util.List;

/** Runs the command of one run. */
public interface RunLauncher {
  /**
   * Runs to the end.
   *
   * @param options of the command, as they are typed
   * @throws IOException if there is no result
   */
  RunResult launch(List<String> options) throws IOException, InterruptedException;
}
