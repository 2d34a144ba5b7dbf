package io.slicewise.beam;

import io.slicewise.core.WindowedAggregation;
import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.display.DisplayData;

/**
 * What is done with elements before all of a key are brought together.
 *
 * @param maxPartials how many partial aggregates are held at once; 0 for no pre-aggregation
 * @param required whether pre-aggregation was asked for; else it is done where it changes nothing
 * @param shardsOrNull over how many shards each key is spread, or null for none
 * @param <K> the type of the keys
 */
record BeforeShuffle<K>(
    int maxPartials, boolean required, SerializableFunction<? super K, Integer> shardsOrNull)
    implements Serializable {
  /** How many partial aggregates are held at once, if nothing is set. */
  static final int DEFAULT_MAX_PARTIALS = 1_000;

  /** What is done if nothing is set. */
  static <K> BeforeShuffle<K> automatic() {
    return new BeforeShuffle<>(DEFAULT_MAX_PARTIALS, false, null);
  }

  /** The same number of shards for all keys. */
  private record ForAll(int shards) implements SerializableFunction<Object, Integer> {
    @Override
    public Integer apply(Object key) {
      return shards;
    }

    @Override
    public String toString() {
      return String.valueOf(shards);
    }
  }

  /**
   * These with pre-aggregation.
   *
   * @throws IllegalArgumentException if {@code newMaxPartials} is less than one
   */
  BeforeShuffle<K> withPreAggregation(int newMaxPartials) {
    if (newMaxPartials < 1) {
      throw new IllegalArgumentException(
          "withPreAggregation: the number of partial aggregates must be one or more but was "
              + newMaxPartials
              + ". Use withoutPreAggregation() for none.");
    }
    return new BeforeShuffle<>(newMaxPartials, true, shardsOrNull);
  }

  /** These without pre-aggregation. */
  BeforeShuffle<K> withoutPreAggregation() {
    return new BeforeShuffle<>(0, false, shardsOrNull);
  }

  /**
   * These with shards; with one, keys are not spread.
   *
   * @throws IllegalArgumentException if {@code shards} is less than one
   */
  BeforeShuffle<K> withShards(int shards) {
    if (shards < 1) {
      throw new IllegalArgumentException(
          "withHotKeyFanout: the number of shards must be one or more but was "
              + shards
              + ". Leave it out for none.");
    }
    return new BeforeShuffle<>(maxPartials, required, shards == 1 ? null : new ForAll(shards));
  }

  /** These with shards of each key. */
  BeforeShuffle<K> withShards(SerializableFunction<? super K, Integer> shards) {
    return new BeforeShuffle<>(maxPartials, required, Objects.requireNonNull(shards, "shards"));
  }

  /** Whether all keys are spread over shards. */
  boolean spreadsAll() {
    return shardsOrNull instanceof ForAll;
  }

  /** Whether keys are spread over shards. */
  boolean spreads() {
    return shardsOrNull != null;
  }

  /**
   * Whether elements are aggregated before the shuffle.
   *
   * @throws IllegalArgumentException if that, or shards, were asked for and would change panes
   */
  boolean preAggregates(WindowedAggregation aggregation, SideOutputs sideOutputs) {
    if (spreads()) {
      refuse("withHotKeyFanout", PreAggregationRules.againstFanout(aggregation, sideOutputs));
    }
    if (maxPartials == 0) {
      return false;
    }
    Optional<String> obstacle = PreAggregationRules.againstPreAggregation(aggregation, sideOutputs);
    if (required) {
      refuse("withPreAggregation", obstacle);
    }
    return obstacle.isEmpty();
  }

  private static void refuse(String setting, Optional<String> obstacle) {
    if (obstacle.isPresent()) {
      throw new IllegalArgumentException(
          setting + ": " + obstacle.get() + " Or leave " + setting + " out.");
    }
  }

  void populateDisplayData(DisplayData.Builder builder) {
    builder
        .addIfNotDefault(
            DisplayData.item("maxPartials", maxPartials).withLabel("Partial Aggregates"),
            DEFAULT_MAX_PARTIALS)
        .addIfNotNull(
            DisplayData.item("hotKeyFanout", spreads() ? shardsOrNull.toString() : null)
                .withLabel("Hot Key Fanout"));
  }
}
