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

  /** All modes with {@code -Plong}; else three, which have each setting there is. */
  static List<FlinkMode> modes() {
    if (!Boolean.getBoolean("slicewise.flink.allModes")) {
      return List.of(
          new FlinkMode(Backend.HEAP, 1, 1),
          new FlinkMode(Backend.ROCKSDB, 7, 2),
          new FlinkMode(Backend.HEAP, 1000, 2));
    }
    List<FlinkMode> modes = new ArrayList<>();
    for (Backend backend : Backend.values()) {
      for (long bundleSize : List.of(1L, 7L, 1000L)) {
        for (int parallelism : List.of(1, 2)) {
          modes.add(new FlinkMode(backend, bundleSize, parallelism));
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
