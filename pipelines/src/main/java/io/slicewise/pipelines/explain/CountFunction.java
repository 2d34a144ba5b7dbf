package io.slicewise.pipelines.explain;

import io.slicewise.core.slice.AggregateFunction;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The number of elements, so that a pane tells how many it holds.
 *
 * @param isInvertible whether folds may take slices out again, as for sums and counts; if not, it
 *     stands for any function
 */
record CountFunction(boolean isInvertible) implements AggregateFunction<Long, Long, Long> {
  private static final long serialVersionUID = 1L;

  @Override
  public Long create() {
    return 0L;
  }

  @Override
  public Long add(Long accumulator, Long value) {
    return accumulator + 1;
  }

  @Override
  public Long merge(List<Long> accumulators) {
    return accumulators.stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public Long remove(Long whole, Long part) {
    return whole - part;
  }

  @Override
  public Long extract(Long accumulator) {
    return accumulator;
  }

  @Override
  public byte[] encode(Long accumulator) {
    return ByteBuffer.allocate(Long.BYTES).putLong(accumulator).array();
  }

  @Override
  public Long decode(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong();
  }
}
