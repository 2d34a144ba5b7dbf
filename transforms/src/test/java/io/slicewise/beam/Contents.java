package io.slicewise.beam;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;

/**
 * Shows which elements a pane holds: "1+2+2" in order of value, as Beam promises no other. Hostile
 * on purpose, within the contract of {@code CombineFn}: it destroys whatever it may change.
 */
final class Contents extends CombineFn<Long, List<Long>, String> {
  private static final long serialVersionUID = 1L;

  @Override
  public List<Long> createAccumulator() {
    return new ArrayList<>();
  }

  @Override
  public List<Long> addInput(List<Long> accumulator, Long input) {
    accumulator.add(input);
    return accumulator;
  }

  @Override
  public List<Long> mergeAccumulators(Iterable<List<Long>> accumulators) {
    List<Long> merged = createAccumulator();
    for (List<Long> accumulator : accumulators) {
      merged.addAll(accumulator);
      accumulator.clear();
    }
    return merged;
  }

  @Override
  public String extractOutput(List<Long> accumulator) {
    Collections.sort(accumulator);
    StringBuilder shown = new StringBuilder();
    for (Long value : accumulator) {
      shown.append(shown.length() == 0 ? "" : "+").append(value);
    }
    accumulator.clear();
    return shown.toString();
  }

  @Override
  public Coder<List<Long>> getAccumulatorCoder(CoderRegistry registry, Coder<Long> inputCoder) {
    return ListCoder.of(inputCoder);
  }

  @Override
  public Coder<String> getDefaultOutputCoder(CoderRegistry registry, Coder<Long> inputCoder) {
    return StringUtf8Coder.of();
  }
}
