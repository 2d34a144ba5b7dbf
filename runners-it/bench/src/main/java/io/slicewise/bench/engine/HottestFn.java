package io.slicewise.bench.engine;

import org.apache.beam.sdk.transforms.Combine.BinaryCombineFn;
import org.apache.beam.sdk.values.KV;

/** Of auctions with their counts the one with the most; of equals, the smallest number. */
final class HottestFn extends BinaryCombineFn<KV<Long, Long>> {
  private static final long serialVersionUID = 1L;

  @Override
  public KV<Long, Long> apply(KV<Long, Long> left, KV<Long, Long> right) {
    int byCount = Long.compare(left.getValue(), right.getValue());
    return byCount > 0 || (byCount == 0 && left.getKey() <= right.getKey()) ? left : right;
  }
}
