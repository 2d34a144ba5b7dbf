package io.slicewise.core.engine;

import io.slicewise.beam.LongAggregation;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The cost of one pane: the watermark passes one window of a key with ten elements in each slice,
 * which fires, expires, and takes its first slice with it. Twenty slices are added, in order,
 * before each twenty panes, which no time tells, but {@code -prof gc} counts it.
 *
 * <pre>{@code
 * mvn -B -Pbench -pl transforms verify \
 *     -Dslicewise.bench="org.openjdk.jmh.Main FireBenchmark"
 * }</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@State(Scope.Thread)
public class FireBenchmark {
  private static final int PANES = 20;

  /** The size of a window by its period. */
  @Param({"1", "5", "12", "60", "120", "600", "1440", "3600"})
  public int ratio;

  /** What is aggregated. */
  @Param public LongAggregation aggregation;

  private SteadyKey key;

  /** Fills the windows. */
  @Setup
  public void fillWindows() {
    key = new SteadyKey(SteadyKey.windows(ratio), aggregation.function()).runUp(ratio);
  }

  /** Adds what the next panes are made of. */
  @Setup(Level.Invocation)
  public void addSlices() {
    for (int i = 0; i < PANES; i++) {
      key.addSlice();
    }
  }

  /** One window after the other fires. */
  @Benchmark
  @OperationsPerInvocation(PANES)
  public void fire(Blackhole panes) {
    for (int i = 0; i < PANES; i++) {
      key.passWindow(panes::consume);
    }
  }
}
