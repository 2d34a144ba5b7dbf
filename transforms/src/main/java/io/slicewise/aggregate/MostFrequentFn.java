package io.slicewise.aggregate;

import io.slicewise.inverse.AccumulatorInverse;
import io.slicewise.inverse.Invertible;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderRegistry;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.KV;

/** Counts each value: one that is rare in every slice may be frequent in the window. */
final class MostFrequentFn<T> extends CombineFn<T, Map<T, Long>, List<KV<T, Long>>>
    implements Invertible<Map<T, Long>> {
  private static final long serialVersionUID = 1L;

  private final int limit;

  // A Comparator that is serializable: one of the JDK's, or a SerializableComparator.
  @SuppressWarnings("serial")
  private final Comparator<? super T> tieBreaker;

  MostFrequentFn(int limit, Comparator<? super T> tieBreaker) {
    this.limit = limit;
    this.tieBreaker = tieBreaker;
  }

  @Override
  public Map<T, Long> createAccumulator() {
    return new HashMap<>();
  }

  @Override
  public Map<T, Long> addInput(Map<T, Long> counts, T value) {
    counts.merge(value, 1L, Long::sum);
    return counts;
  }

  @Override
  public Map<T, Long> mergeAccumulators(Iterable<Map<T, Long>> accumulators) {
    Map<T, Long> merged = new HashMap<>();
    for (Map<T, Long> counts : accumulators) {
      counts.forEach((value, count) -> merged.merge(value, count, Long::sum));
    }
    return merged;
  }

  @Override
  public Optional<AccumulatorInverse<Map<T, Long>>> inverse() {
    return Optional.of(MostFrequentFn::remove);
  }

  private static <T> Map<T, Long> remove(Map<T, Long> whole, Map<T, Long> part) {
    part.forEach(
        (value, count) ->
            whole.computeIfPresent(
                value, (same, before) -> before.equals(count) ? null : before - count));
    return whole;
  }

  @Override
  public List<KV<T, Long>> extractOutput(Map<T, Long> counts) {
    List<KV<T, Long>> mostFrequent = new ArrayList<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<T, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey(tieBreaker)))
        .limit(limit)
        .forEach(entry -> mostFrequent.add(KV.of(entry.getKey(), entry.getValue())));
    return mostFrequent;
  }

  @Override
  public Coder<Map<T, Long>> getAccumulatorCoder(CoderRegistry registry, Coder<T> inputCoder) {
    return new CountsCoder<>(inputCoder);
  }

  @Override
  public Coder<List<KV<T, Long>>> getDefaultOutputCoder(
      CoderRegistry registry, Coder<T> inputCoder) {
    return ListCoder.of(KvCoder.of(inputCoder, VarLongCoder.of()));
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    builder.add(DisplayData.item("limit", limit).withLabel("Most Values"));
  }
}
