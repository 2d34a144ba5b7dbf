package io.slicewise.bench.suite;

import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.RunResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs rows. */
public final class Suite {
  private final RunLauncher launcher;
  private final int repeats;
  private final Consumer<String> progress;

  /**
   * A suite.
   *
   * @param launcher makes the runs
   * @param repeats how often each engine runs, 1 or more
   * @param progress gets a line before each run
   */
  public Suite(RunLauncher launcher, int repeats, Consumer<String> progress) {
    this.launcher = launcher;
    this.repeats = repeats;
    this.progress = progress;
  }

  /**
   * Runs the engines of a row in turns, beginning with another one each time, so that what changes
   * on the machine in the meantime does not meet the same engine; then compares their panes.
   *
   * @throws MismatchException if the engines do not give the same
   */
  public RowResult run(Row row) throws IOException, InterruptedException {
    Map<Engine, List<RunResult>> runs = new EnumMap<>(Engine.class);
    List<Engine> turn = new ArrayList<>(row.engines());
    for (int repeat = 0; repeat < repeats; repeat++) {
      for (Engine engine : turn) {
        long events = row.events().get(engine);
        progress.accept(
            String.format(
                "%s: %s, %d events, run %d of %d",
                row.name(), engine, events, repeat + 1, repeats));
        runs.computeIfAbsent(engine, e -> new ArrayList<>())
            .add(launcher.launch(row.optionsOf(engine, events)));
      }
      Collections.rotate(turn, -1);
    }
    List<RunResult> checks = new ArrayList<>();
    for (long events : row.checkedEvents()) {
      progress.accept(
          String.format("%s: %s, %d events, to compare", row.name(), Engine.SLICED, events));
      checks.add(launcher.launch(row.optionsOf(Engine.SLICED, events)));
    }
    return RowResult.checked(row, runs, checks);
  }
}
