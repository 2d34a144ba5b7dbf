package io.slicewise.portable;

import io.slicewise.conformance.ConformanceRun;
import io.slicewise.conformance.DeclaredLimits;
import io.slicewise.conformance.ScenarioFiles;
import io.slicewise.pipelines.scenario.Scenario;
import io.slicewise.pipelines.scenario.ScenarioResult;
import io.slicewise.pipelines.scenario.run.PipelineScenarioRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The elements of scenarios as bounded inputs, through the SDK's harness: of all of them with
 * {@code -Plong}, else of some.
 */
class FnApiBatchTest {
  private static final int EVERY = Integer.getInteger("slicewise.portable.everyBounded", 1);

  private static ConformanceRun run;

  @BeforeAll
  static void run(@TempDir Path directory) throws IOException {
    List<ScenarioResult> results = new ArrayList<>();
    try (PortableFlink flink = PortableFlink.start(directory)) {
      new PipelineScenarioRunner(flink.batch()).run(BoundedScenarios.of(chosen()), results::add);
    }
    run = new ConformanceRun("SDK harness on portable Flink, batch", results);
  }

  private static List<Scenario> chosen() {
    List<Scenario> all = ScenarioFiles.all();
    return IntStream.range(0, all.size()).filter(i -> i % EVERY == 0).mapToObj(all::get).toList();
  }

  @TestFactory
  Stream<DynamicTest> everyScenarioMatchesOrIsDeclaredUnsupported() {
    return EVERY == 1
        ? run.testsAndRow(DeclaredLimits::ofFlink)
        : run.tests(DeclaredLimits::ofFlink);
  }
}
