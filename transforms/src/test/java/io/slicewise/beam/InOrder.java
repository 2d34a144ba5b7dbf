package io.slicewise.beam;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** Shows elements in the order in which it got them: associative, not commutative. */
final class InOrder extends CombineFn<Long, String, String> {
  private static final long serialVersionUID = 1L;

  @Override
  public String createAccumulator() {
    return "";
  }

  @Override
  public String addInput(String accumulator, Long input) {
    return (accumulator + " " + input).trim();
  }

  @Override
  public String mergeAccumulators(Iterable<String> accumulators) {
    return String.join(" ", accumulators).trim();
  }

  @Override
  public String extractOutput(String accumulator) {
    return accumulator;
  }

  @Override
  public Coder<String> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputCoder) {
    return StringUtf8Coder.of();
  }

  @Override
  public Coder<String> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> inputCoder) {
    return StringUtf8Coder.of();
  }
}
