package io.slicewise.upgrade;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes a savepoint of the build that it runs in, with the panes before it. Not part of the build:
 * savepoints of older builds stay as they are. The README beside them says how to run it.
 */
class MakeSavepoint {
  @TempDir private Path temporary;

  @Test
  void make() throws Exception {
    Path target = Path.of(System.getProperty("slicewise.savepoint"));
    try (PhaseCluster cluster = PhaseCluster.start(temporary);
        PhaseRun run = PhaseRun.open()) {
      PhaseOptions options = cluster.options(run, Phases.BEFORE, "filesystem");
      options.setAttachedMode(false);
      PhasePipeline.create(options).run();
      run.awaitPhase(Phases.BEFORE - 1);
      SavepointFile.write(cluster.stopWithSavepoint(), run.panes(), target);
    }
  }
}
