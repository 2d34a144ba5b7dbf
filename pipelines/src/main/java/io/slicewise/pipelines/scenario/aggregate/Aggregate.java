package io.slicewise.pipelines.scenario.aggregate;

import io.slicewise.pipelines.scenario.AggregateSpec;
import io.slicewise.pipelines.scenario.ValueType;
import java.util.Comparator;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.DoubleCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarLongCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Max;
import org.apache.beam.sdk.transforms.Mean;
import org.apache.beam.sdk.transforms.Min;
import org.apache.beam.sdk.transforms.Sum;

/**
 * The aggregate of a scenario for values of one type.
 *
 * @param valueClass the type of the values
 * @param valueCoder how values are encoded
 * @param combineFn the aggregation; {@link PaneValues} makes scenario values of its results
 * @param <V> the type of the values
 * @param <A> the type of the accumulators
 * @param <O> the type of the results
 */
public record Aggregate<V, A, O>(
    Class<V> valueClass, Coder<V> valueCoder, CombineFn<V, A, O> combineFn) {

  /**
   * The aggregate {@code spec} for values of {@code type}.
   *
   * @throws IllegalArgumentException if there is none, as the sum of strings
   */
  public static Aggregate<?, ?, ?> of(AggregateSpec spec, ValueType type) {
    return switch (type) {
      case LONG -> new Aggregate<>(Long.class, VarLongCoder.of(), ofLongs(spec));
      case DOUBLE -> new Aggregate<>(Double.class, DoubleCoder.of(), ofDoubles(spec));
      case STRING ->
          new Aggregate<>(
              String.class, StringUtf8Coder.of(), ofAnything(spec, CodePointOrder.INSTANCE));
    };
  }

  private static CombineFn<Long, ?, ?> ofLongs(AggregateSpec spec) {
    return switch (spec.kind()) {
      case SUM -> Sum.ofLongs();
      case MIN -> Min.ofLongs();
      case MAX -> Max.ofLongs();
      case MEAN -> Mean.<Long>of();
      default -> ofAnything(spec, Comparator.<Long>naturalOrder());
    };
  }

  private static CombineFn<Double, ?, ?> ofDoubles(AggregateSpec spec) {
    return switch (spec.kind()) {
      case SUM -> Sum.ofDoubles();
      case MIN -> Min.ofDoubles();
      case MAX -> Max.ofDoubles();
      case MEAN -> Mean.<Double>of();
      default -> ofAnything(spec, Comparator.<Double>naturalOrder());
    };
  }

  private static <V> CombineFn<V, ?, ?> ofAnything(AggregateSpec spec, Comparator<V> order) {
    return switch (spec.kind()) {
      case COUNT -> Count.<V>combineFn();
      case LIST -> new ListFn<V>();
      case CONCAT -> new ConcatFn<V>();
      case DISTINCT -> new DistinctFn<V>();
      case TOP_N -> new TopNFn<V>(spec.limit(), order);
      case SUM, MIN, MAX, MEAN ->
          throw new IllegalArgumentException(
              "aggregate: " + spec + " needs numbers but the values are strings.");
    };
  }
}
