package io.slicewise.hostile;

import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** How often each value from 0 to 4 came, at places far from each other in 24 MB. */
final class HugeHistogram extends CombineFn<Long, byte[], String> {
  private static final long serialVersionUID = 1L;
  private static final int VALUES = 5;
  private static final int BYTES = 24 << 20;

  /** By the definition. */
  static String of(List<Long> values) {
    int[] counts = new int[VALUES];
    values.forEach(value -> counts[value.intValue()]++);
    return Arrays.toString(counts);
  }

  private static int placeOf(int value) {
    return value * (BYTES / VALUES) + value;
  }

  @Override
  public byte[] createAccumulator() {
    return new byte[BYTES];
  }

  @Override
  public byte[] addInput(byte[] counts, Long input) {
    counts[placeOf(input.intValue())]++;
    return counts;
  }

  @Override
  public byte[] mergeAccumulators(Iterable<byte[]> parts) {
    byte[] merged = null;
    for (byte[] part : parts) {
      if (merged == null) {
        merged = part;
      } else {
        for (int value = 0; value < VALUES; value++) {
          merged[placeOf(value)] += part[placeOf(value)];
        }
      }
    }
    return merged;
  }

  @Override
  public String extractOutput(byte[] accumulator) {
    int[] counts = new int[VALUES];
    Arrays.setAll(counts, value -> accumulator[placeOf(value)]);
    return Arrays.toString(counts);
  }

  @Override
  public Coder<byte[]> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputs) {
    return ByteArrayCoder.of();
  }

  @Override
  public Coder<String> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> inputs) {
    return StringUtf8Coder.of();
  }
}
