package io.slicewise.core.engine;

import io.slicewise.beam.LongAggregation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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
 * The cost of one element where a backend keeps the state as bytes: all of the key's state is read,
 * the element is added to the newest slice of a full window, and all is written.
 *
 * <pre>{@code
 * mvn -B -Pbench -pl transforms verify \
 *     -Dslicewise.bench="org.openjdk.jmh.Main KeyStateCodecBenchmark -prof gc"
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
public class KeyStateCodecBenchmark {
  private static final Long VALUE = 123_456L;

  /** The size of a window by its period. */
  @Param({"1", "5", "12", "60", "120", "600", "1440", "3600"})
  public int ratio;

  /** What is aggregated. */
  @Param public LongAggregation aggregation;

  private KeyEngine<Long, Object> engine;
  private KeyStateCodec codec;
  private byte[] stored;
  private long timestamp;
  private Clocks clocks;

  /** Stores a key whose newest slice is half full. */
  @Setup
  public void storeKey() {
    SteadyKey key = new SteadyKey(SteadyKey.windows(ratio), aggregation.function()).runUp(ratio);
    for (int i = 0; i < SteadyKey.ELEMENTS_PER_SLICE / 2; i++) {
      key.addElement();
    }
    engine = key.engine();
    codec = key.codec();
    stored = key.saved();
    timestamp = key.nextTimestamp();
    clocks = key.clocks();
  }

  /** One element comes. */
  @Benchmark
  public byte[] readAddWrite() throws IOException {
    KeyState state = codec.read(new DataInputStream(new ByteArrayInputStream(stored)));
    engine.onElement(state, VALUE, timestamp, clocks, pane -> {});
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(stored.length + 64);
    codec.write(state, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
