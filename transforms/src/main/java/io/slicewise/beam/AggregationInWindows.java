package io.slicewise.beam;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;

/**
 * An aggregation in windows of one kind, as {@link SlicedWindowAggregate} and what is made of it
 * have it.
 *
 * @param aggregation all but the windows
 * @param windowOrNull in which windows; null until set
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <O> the type of the results
 */
record AggregationInWindows<K, V, O>(SlicedAggregation<K, V, O> aggregation, Window<?> windowOrNull)
    implements Serializable {

  /**
   * Checks the windows against the other settings.
   *
   * @throws IllegalArgumentException if they do not go together
   */
  AggregationInWindows {
    if (windowOrNull != null) {
      aggregation.extras().check(windowOrNull.getWindowFn());
    }
  }

  AggregationInWindows<K, V, O> with(Windowing.Extras extras) {
    return new AggregationInWindows<>(aggregation.with(extras), windowOrNull);
  }

  AggregationInWindows<K, V, O> with(BeforeShuffle<K> beforeShuffle) {
    return new AggregationInWindows<>(aggregation.with(beforeShuffle), windowOrNull);
  }

  AggregationInWindows<K, V, O> with(BadRecords badRecords) {
    return new AggregationInWindows<>(aggregation.with(badRecords), windowOrNull);
  }

  AggregationInWindows<K, V, O> withStateOf(Window<?> before) {
    return new AggregationInWindows<>(aggregation.withStateOf(before), windowOrNull);
  }

  /**
   * These in other windows. Window functions see only timestamps here, so the element type of the
   * window is not needed.
   *
   * @throws IllegalArgumentException if the windows are not supported
   */
  AggregationInWindows<K, V, O> windowedBy(Window<?> window) {
    Windowing.check(Objects.requireNonNull(window, "window"));
    return new AggregationInWindows<>(aggregation, window);
  }

  /**
   * The aggregation, for several kinds of windows.
   *
   * @throws IllegalArgumentException if there are windows, which would be forgotten
   */
  SlicedAggregation<K, V, O> ofSeveral() {
    if (windowOrNull != null) {
      throw new IllegalArgumentException(
          "windowedBy: windows are set without an output tag already. Give each windowedBy a tag,"
              + " or none.");
    }
    aggregation.extras().checkForSeveral();
    return aggregation;
  }

  /** The results, and the side outputs. */
  PCollectionTuple expand(PCollection<KV<K, V>> input, SideOutputs sideOutputs) {
    return aggregation.expand(input, windows(), sideOutputs);
  }

  /** As {@link #expand}, with {@link Change}s in place of results. */
  PCollectionTuple expandToChanges(PCollection<KV<K, V>> input, SideOutputs sideOutputs) {
    return aggregation.expandToChanges(input, windows(), sideOutputs);
  }

  private List<Window<?>> windows() {
    if (windowOrNull == null) {
      throw new IllegalArgumentException(
          "SlicedWindowAggregate: no windows are set. Add .windowedBy(Window.into(...)).");
    }
    return List.of(windowOrNull);
  }

  void populateDisplayData(DisplayData.Builder builder, SideOutputs sideOutputs) {
    aggregation.populateDisplayData(builder, sideOutputs);
    if (windowOrNull != null) {
      builder.delegate(windowOrNull);
    }
  }
}
