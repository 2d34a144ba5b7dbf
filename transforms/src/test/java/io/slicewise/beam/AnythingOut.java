package io.slicewise.beam;

import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** A function whose results have no coder of their own; they are null at that. */
final class AnythingOut extends CombineFn<Long, Long, Object> {
  private static final long serialVersionUID = 1L;

  @Override
  public Long createAccumulator() {
    return 0L;
  }

  @Override
  public Long addInput(Long accumulator, Long input) {
    return accumulator + input;
  }

  @Override
  public Long mergeAccumulators(Iterable<Long> accumulators) {
    return accumulators.iterator().next();
  }

  @Override
  public Object extractOutput(Long accumulator) {
    return null;
  }
}
