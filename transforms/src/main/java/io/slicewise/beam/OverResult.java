package io.slicewise.beam;

import java.util.Objects;
import org.apache.beam.sdk.coders.Coder;

/**
 * An element with the aggregate of its frame: what {@link OverAggregate} gives.
 *
 * @param value the element's own value; may be null if the input's coder allows it
 * @param aggregate the aggregate of the elements of its frame; may be null if the function's
 *     results may
 * @param <V> the type of the value
 * @param <O> the type of the aggregate
 */
public record OverResult<V, O>(V value, O aggregate) {

  /**
   * The coder of results, for aggregates whose coder Beam cannot infer.
   *
   * @param valueCoder the coder of the values
   * @param aggregateCoder the coder of the aggregates
   * @param <V> the type of the values
   * @param <O> the type of the aggregates
   * @return a coder
   */
  public static <V, O> Coder<OverResult<V, O>> coder(Coder<V> valueCoder, Coder<O> aggregateCoder) {
    return new OverResultCoder<>(
        Objects.requireNonNull(valueCoder, "valueCoder"),
        Objects.requireNonNull(aggregateCoder, "aggregateCoder"));
  }
}
