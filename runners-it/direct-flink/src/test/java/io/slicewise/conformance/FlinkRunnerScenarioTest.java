package io.slicewise.conformance;

import io.slicewise.conformance.FlinkMode.Backend;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The scenarios as streaming pipelines on Flink, inside this process. */
class FlinkRunnerScenarioTest {
  @TempDir private static Path folder;

  /**
   * All modes with {@code -Plong}; else half of them, in which any two of a state backend, a bundle
   * size and a parallelism that go together do.
   */
  static List<FlinkMode> modes() {
    boolean all = Boolean.getBoolean("slicewise.flink.allModes");
    List<Long> bundleSizes = List.of(1L, 7L, 1000L);
    List<FlinkMode> modes = new ArrayList<>();
    for (Backend backend : Backend.values()) {
      for (int size = 0; size < bundleSizes.size(); size++) {
        for (int parallelism : List.of(1, 2)) {
          int parity = (backend == Backend.HEAP ? 0 : 1) + size + parallelism;
          if (all || parity % 2 == 1) {
            modes.add(new FlinkMode(backend, bundleSizes.get(size), parallelism));
          }
        }
      }
    }
    return modes;
  }

  @TestFactory
  Stream<DynamicContainer> everyScenarioMatchesOrIsDeclaredUnsupported() throws IOException {
    Files.writeString(
        folder.resolve("flink-conf.yaml"),
        "metrics.reporter.progress.factory.class: " + StepProgress.Factory.class.getName() + "\n");
    return modes().stream()
        .map(
            mode ->
                DynamicContainer.dynamicContainer(
                    mode.toString(), run(mode).testsAndRow(DeclaredLimits::ofFlink)));
  }

  private static ConformanceRun run(FlinkMode mode) {
    try (LockstepInput input = new LockstepInput(mode.parallelism())) {
      return ConformanceRun.of(new PipelineScenarioRunner(mode.runner(folder, input)));
    }
  }
}
