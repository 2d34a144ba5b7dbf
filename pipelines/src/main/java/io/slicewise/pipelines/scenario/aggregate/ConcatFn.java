package io.slicewise.pipelines.scenario.aggregate;

import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/** The values joined into one string, which shows the order in which slices are merged. */
final class ConcatFn<V> extends CombineFn<V, String, String> {
  private static final long serialVersionUID = 1L;

  @Override
  public String createAccumulator() {
    return "";
  }

  @Override
  public String addInput(String accumulator, V input) {
    return accumulator + input;
  }

  @Override
  public String mergeAccumulators(Iterable<String> accumulators) {
    return String.join("", accumulators);
  }

  @Override
  public String extractOutput(String accumulator) {
    return accumulator;
  }

  @Override
  public Coder<String> getAccumulatorCoder(CoderRegistry registry, Coder<V> inputCoder) {
    return StringUtf8Coder.of();
  }

  @Override
  public Coder<String> getDefaultOutputCoder(CoderRegistry registry, Coder<V> inputCoder) {
    return StringUtf8Coder.of();
  }
}
