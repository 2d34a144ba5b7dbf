package io.slicewise.core.engine;

import io.slicewise.beam.LongAggregation;
import io.slicewise.core.WindowedAggregation;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of one element, all of whose windows sleep until their end, of a key as a runner keeps
 * it. After each {@code ratio} slices of ten elements a new key begins, whose first element and new
 * state are in the average. The watermark stands still: no slice leaves the hot state before that
 * is full.
 *
 * <pre>{@code
 * mvn -B -Pbench -pl transforms verify \
 *     -Dslicewise.bench="org.openjdk.jmh.Main InsertBenchmark -prof gc"
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
public class InsertBenchmark {
  private static final long MOST_SLICES_LATE = 20;
  private static final int VALUES = 1 << 12;
  private static final Clocks CLOCKS = new Clocks(0, 0);

  /** The size of a window by its period. */
  @Param({"1", "5", "12", "60", "120", "600", "1440", "3600"})
  public int ratio;

  /** What is aggregated. */
  @Param public LongAggregation aggregation;

  /** What is kept of the state between two elements. */
  @Param public StoredKey.Storage storage;

  private long[] inOrder;
  private long[] outOfOrder;
  private Long[] values;
  private StoredKey key;
  private int next;

  /** Makes the elements. */
  @Setup
  public void makeElements() {
    key =
        new StoredKey(
            WindowedAggregation.of(SteadyKey.windows(ratio).spec()),
            aggregation.function(),
            storage);
    Random random = new Random(1);
    inOrder = new long[ratio * SteadyKey.ELEMENTS_PER_SLICE];
    outOfOrder = new long[inOrder.length];
    for (int i = 0; i < inOrder.length; i++) {
      long slice = MOST_SLICES_LATE + i / SteadyKey.ELEMENTS_PER_SLICE;
      inOrder[i] = slice * SteadyKey.PERIOD_MILLIS;
      outOfOrder[i] = inOrder[i] - random.nextLong(MOST_SLICES_LATE + 1) * SteadyKey.PERIOD_MILLIS;
    }
    values = random.longs(VALUES, 0, 1_000_000).boxed().toArray(Long[]::new);
  }

  /** Elements in the order of their timestamps. */
  @Benchmark
  public StoredKey inOrder() {
    return insert(inOrder);
  }

  /** Elements that come 0 to 20 slices late, before the watermark. */
  @Benchmark
  public StoredKey outOfOrder() {
    return insert(outOfOrder);
  }

  private StoredKey insert(long[] timestamps) {
    if (next == timestamps.length) {
      next = 0;
      key.clear();
    }
    Long value = values[next & (VALUES - 1)];
    key.add(value, timestamps[next++], CLOCKS);
    return key;
  }
}
