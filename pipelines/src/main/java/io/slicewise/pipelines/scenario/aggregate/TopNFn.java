package io.slicewise.pipelines.scenario.aggregate;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.MapCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.values.KV;

/**
 * The most frequent values with their numbers of occurrences, most frequent first, ties by value.
 * It keeps all values of a slice: the most frequent of a window need not be so in any slice.
 */
final class TopNFn<V> extends CombineFn<V, Map<V, Long>, List<KV<V, Long>>> {
  private static final long serialVersionUID = 1L;

  private final int limit;
  private final Comparator<V> order;

  /**
   * The {@code limit} most frequent values.
   *
   * @param order the order of values with equally many occurrences; serializable
   */
  TopNFn(int limit, Comparator<V> order) {
    this.limit = limit;
    this.order = order;
  }

  @Override
  public Map<V, Long> createAccumulator() {
    return new HashMap<>();
  }

  @Override
  public Map<V, Long> addInput(Map<V, Long> accumulator, V input) {
    accumulator.merge(input, 1L, Long::sum);
    return accumulator;
  }

  @Override
  public Map<V, Long> mergeAccumulators(Iterable<Map<V, Long>> accumulators) {
    Map<V, Long> merged = createAccumulator();
    for (Map<V, Long> accumulator : accumulators) {
      accumulator.forEach((value, occurrences) -> merged.merge(value, occurrences, Long::sum));
    }
    return merged;
  }

  @Override
  public List<KV<V, Long>> extractOutput(Map<V, Long> accumulator) {
    Comparator<Map.Entry<V, Long>> byOccurrences =
        Map.Entry.comparingByValue(Comparator.reverseOrder());
    return accumulator.entrySet().stream()
        .sorted(byOccurrences.thenComparing(Map.Entry::getKey, order))
        .limit(limit)
        .map(entry -> KV.of(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public Coder<Map<V, Long>> getAccumulatorCoder(CoderRegistry registry, Coder<V> inputCoder) {
    return MapCoder.of(inputCoder, VarLongCoder.of());
  }

  @Override
  public Coder<List<KV<V, Long>>> getDefaultOutputCoder(
      CoderRegistry registry, Coder<V> inputCoder) {
    return ListCoder.of(KvCoder.of(inputCoder, VarLongCoder.of()));
  }
}
