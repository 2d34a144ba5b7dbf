package io.slicewise.hostile;

import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** The largest value that is not null; accumulator and result are null if there is none. */
final class LargestOrNull extends CombineFn<Long, Long, Long> {
  private static final long serialVersionUID = 1L;

  /** By the definition. */
  static Long of(List<Long> values) {
    return values.stream().filter(Objects::nonNull).max(Long::compare).orElse(null);
  }

  private static Long larger(Long one, Long other) {
    return one == null || (other != null && other > one) ? other : one;
  }

  @Override
  public Long createAccumulator() {
    return null;
  }

  @Override
  public Long addInput(Long largest, Long input) {
    return larger(largest, input);
  }

  @Override
  public Long mergeAccumulators(Iterable<Long> parts) {
    Long largest = null;
    for (Long part : parts) {
      largest = larger(largest, part);
    }
    return largest;
  }

  @Override
  public Long extractOutput(Long largest) {
    return largest;
  }

  @Override
  public Coder<Long> getAccumulatorCoder(CoderRegistry registry, Coder<Long> nullable) {
    return nullable;
  }

  @Override
  public Coder<Long> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> nullable) {
    return nullable;
  }
}
