package io.slicewise.beam;

import java.io.Serializable;
import java.util.Objects;
import org.apache.beam.sdk.transforms.SerializableFunction;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.errorhandling.BadRecord;
import org.apache.beam.sdk.transforms.errorhandling.ErrorHandler;
import org.apache.beam.sdk.values.PCollection;

/**
 * Where elements go that cannot be aggregated.
 *
 * @param handlerOrNull takes them; null if nothing does, and they fail their bundle
 */
record BadRecords(ErrorHandler<BadRecord, ?> handlerOrNull) implements Serializable {
  /** They fail their bundle. */
  static final BadRecords FAIL = new BadRecords(null);

  /** They go to {@code handler}. */
  static BadRecords to(ErrorHandler<BadRecord, ?> handler) {
    return new BadRecords(Objects.requireNonNull(handler, "handler"));
  }

  /**
   * What is left of {@code input}: all of it if nothing takes bad records, else the good ones.
   *
   * @param valueOf what is aggregated of an element
   */
  <T, V> PCollection<T> good(
      PCollection<T> input,
      SerializableFunction<T, V> valueOf,
      CombineFnAggregate<V, ?, ?> function) {
    return handlerOrNull == null
        ? input
        : input.apply("Check elements", new CheckElements<>(valueOf, function, handlerOrNull));
  }

  void populateDisplayData(DisplayData.Builder builder) {
    builder.addIfNotDefault(
        DisplayData.item("badRecordErrorHandler", handlerOrNull != null)
            .withLabel("Bad Record Error Handler"),
        false);
  }
}
