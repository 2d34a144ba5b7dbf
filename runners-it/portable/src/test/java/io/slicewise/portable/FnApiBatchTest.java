package io.slicewise.portable;

import io.slicewise.conformance.ConformanceRun;
import io.slicewise.conformance.DeclaredLimits;
import io.slicewise.conformance.ScenarioFiles;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The elements of all scenarios as bounded inputs, through the SDK's harness. */
class FnApiBatchTest {
  private static ConformanceRun run;

  @BeforeAll
  static void run(@TempDir Path directory) throws IOException {
    List<ScenarioResult> results = new ArrayList<>();
    try (PortableFlink flink = PortableFlink.start(directory)) {
      new PipelineScenarioRunner(flink.batch())
          .run(BoundedScenarios.of(ScenarioFiles.all()), results::add);
    }
    run = new ConformanceRun("SDK harness on portable Flink, batch", results);
  }

  @TestFactory
  Stream<DynamicTest> everyScenarioMatchesOrIsDeclaredUnsupported() {
    return run.testsAndRow(DeclaredLimits::ofFlink);
  }
}
