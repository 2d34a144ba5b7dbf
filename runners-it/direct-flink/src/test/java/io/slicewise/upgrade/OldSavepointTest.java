package io.slicewise.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A savepoint of an older build, which this one restores: what comes out is what would have come
 * out of one run, pane by pane.
 *
 * <p>Flink keeps with the state the coders that wrote it, as serialized objects. State on the heap
 * is read with those, state in RocksDB with the coders of the new job, so that both are tested.
 */
class OldSavepointTest {
  private static final Path SAVEPOINTS = Path.of("src/test/resources/savepoints");
  private static final String HEAP = "filesystem";
  private static final String ROCKS_DB = "rocksdb";

  private static PhaseCluster cluster;
  private static List<String> undisturbed;

  @BeforeAll
  static void runUndisturbed(@TempDir Path checkpoints) throws Exception {
    cluster = PhaseCluster.start(checkpoints);
    try (PhaseRun run = PhaseRun.open()) {
      PhasePipeline.create(cluster.options(run, Phases.ALL, HEAP)).run().waitUntilFinish();
      undisturbed = run.panes();
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  static List<Arguments> savepoints() throws IOException {
    try (Stream<Path> files = Files.list(SAVEPOINTS)) {
      return files
          .filter(file -> file.toString().endsWith(".zip"))
          .sorted()
          .flatMap(file -> Stream.of(HEAP, ROCKS_DB).map(backend -> Arguments.of(file, backend)))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("savepoints")
  void restored_goesOnAsOneRun(Path file, String backend, @TempDir Path savepoint)
      throws Exception {
    List<String> panes = new ArrayList<>(SavepointFile.unpack(file, savepoint));
    assertThat(panes).hasSizeBetween(100, undisturbed.size() - 100);
    try (PhaseRun run = PhaseRun.open()) {
      PhaseOptions options = cluster.options(run, Phases.ALL, backend);
      options.setSavepointPath(savepoint.toUri().toString());
      PhasePipeline.create(options).run().waitUntilFinish();
      panes.addAll(run.panes());
    }
    Collections.sort(panes);
    assertThat(panes).isEqualTo(undisturbed);
  }
}
