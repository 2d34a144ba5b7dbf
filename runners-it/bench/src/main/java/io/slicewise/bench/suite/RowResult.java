package io.slicewise.bench.suite;

import io.slicewise.bench.engine.Engine;
import io.slicewise.bench.engine.RunResult;
import java.util.List;
import java.util.Map;

/**
 * The runs of a row, whose checksums agree.
 *
 * @param row what was run
 * @param runs the runs of each engine, in the order in which they were made
 */
public record RowResult(Row row, Map<Engine, List<RunResult>> runs) {
  /**
   * Checks the runs before anything is said about them.
   *
   * @param row what was run
   * @param runs the measured runs of each engine
   * @param checks runs of the sliced engine with fewer events
   * @throws MismatchException if two runs of as many events differ in panes, windows or checksum
   */
  static RowResult checked(Row row, Map<Engine, List<RunResult>> runs, List<RunResult> checks) {
    Comparison comparison = new Comparison(row.name());
    row.engines().forEach(engine -> runs.get(engine).forEach(comparison::add));
    checks.forEach(comparison::add);
    return new RowResult(row, Map.copyOf(runs));
  }

  /** Events per second in the middle run of an engine, of an even number the lower of the two. */
  public double medianEventsPerSecond(Engine engine) {
    List<Double> sorted = sorted(engine);
    return sorted.get((sorted.size() - 1) / 2);
  }

  /** Events per second in the slowest run of an engine. */
  public double leastEventsPerSecond(Engine engine) {
    return sorted(engine).get(0);
  }

  /** The middle run of an engine by events per second. */
  public RunResult medianRun(Engine engine) {
    double median = medianEventsPerSecond(engine);
    return runs.get(engine).stream()
        .filter(run -> run.eventsPerSecond() == median)
        .findFirst()
        .orElseThrow();
  }

  private List<Double> sorted(Engine engine) {
    return runs.get(engine).stream().map(RunResult::eventsPerSecond).sorted().toList();
  }

  /** How many times as many events per second the sliced engine takes as another one. */
  public double slicedOver(Engine engine) {
    return medianEventsPerSecond(Engine.SLICED) / medianEventsPerSecond(engine);
  }
}
