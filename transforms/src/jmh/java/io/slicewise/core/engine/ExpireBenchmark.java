package io.slicewise.core.engine;

import io.slicewise.beam.LongAggregation;
import java.util.Arrays;
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
 * The cost of the end of one key: its last elements came a window ago, all windows have fired, and
 * the allowed lateness of each passes without another pane. Slices and records of windows go, as
 * many as {@code ratio} of each. Keys are restored from bytes before, which no time tells, but
 * {@code -prof gc} counts it.
 *
 * <pre>{@code
 * mvn -B -Pbench -pl transforms verify \
 *     -Dslicewise.bench="org.openjdk.jmh.Main ExpireBenchmark"
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
public class ExpireBenchmark {
  private static final int KEYS = 20;

  /** The size of a window by its period. */
  @Param({"1", "5", "12", "60", "120", "600", "1440", "3600"})
  public int ratio;

  /** What is aggregated. */
  @Param public LongAggregation aggregation;

  private SteadyKey key;
  private byte[] fired;
  private KeyState[] states;
  private Clocks expiry;

  /** Makes a key of which every window has fired. */
  @Setup
  public void fireAllWindows() {
    long size = ratio * SteadyKey.PERIOD_MILLIS;
    key = new SteadyKey(SteadyKey.windows(ratio).lateness(size), aggregation.function());
    key.runUp(ratio).passTime(size - SteadyKey.PERIOD_MILLIS, pane -> {});
    fired = key.saved();
    expiry = new Clocks(key.clocks().watermarkMillis() + size, 0);
    states = new KeyState[KEYS];
  }

  /** Makes copies of the key. */
  @Setup(Level.Invocation)
  public void restoreKeys() {
    Arrays.setAll(states, i -> key.restored(fired));
  }

  /** One key after the other ends. */
  @Benchmark
  @OperationsPerInvocation(KEYS)
  public void expire(Blackhole panes) {
    for (KeyState state : states) {
      panes.consume(key.engine().onWatermark(state, expiry, panes::consume));
    }
  }
}
