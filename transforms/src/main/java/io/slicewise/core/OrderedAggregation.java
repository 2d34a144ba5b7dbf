package io.slicewise.core;

import io.slicewise.core.engine.FutureBound;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyStateCodec;
import io.slicewise.core.engine.StateOrigin;
import io.slicewise.core.engine.StateOrigins;
import io.slicewise.core.ordered.OrderedElements;
import io.slicewise.core.ordered.OrderedStateCodec;
import io.slicewise.core.pane.OverRow;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.Windows;
import java.io.Serializable;
import java.util.List;

/**
 * What is computed for each key whose elements are taken in order of event time, apart from the
 * function.
 *
 * @param windows which elements are aggregated together
 * @param allowedLatenessMillis how long results wait for elements that come late, zero or more
 * @param <W> the kind of windows: {@link OverFrame} or {@link CountWindows}
 */
public record OrderedAggregation<W extends Windows>(W windows, long allowedLatenessMillis)
    implements Serializable {

  /** Checks the lateness. */
  public OrderedAggregation {
    if (allowedLatenessMillis < 0) {
      throw new IllegalArgumentException(
          "allowedLateness: must be zero or more but was "
              + allowedLatenessMillis
              + " ms. Use zero to take an element as soon as the watermark is beyond it.");
    }
  }

  /** An engine that gives each element with the aggregate of its frame. */
  public static <V, A, O> KeyEngine<V, OverRow<V, O>> overEngine(
      OrderedAggregation<OverFrame> over,
      AccumulatorCodec<V> elements,
      AggregateFunction<V, A, O> function) {
    return new KeyEngine<>(
        List.of(OrderedElements.over(over.windows, over.allowedLatenessMillis, elements, function)),
        FutureBound.NONE,
        over.origins());
  }

  /** An engine that gives the aggregates of windows of a number of elements. */
  public static <V, A, O> KeyEngine<V, O> countEngine(
      OrderedAggregation<CountWindows> count,
      AccumulatorCodec<V> elements,
      AggregateFunction<V, A, O> function) {
    return new KeyEngine<>(
        List.of(
            OrderedElements.count(count.windows, count.allowedLatenessMillis, elements, function)),
        FutureBound.NONE,
        count.origins());
  }

  /** The codec for the states of an engine. */
  public <V, A> KeyStateCodec codec(
      AccumulatorCodec<V> elements, AccumulatorCodec<A> accumulators) {
    return new KeyStateCodec(origins(), List.of(new OrderedStateCodec<>(elements, accumulators)));
  }

  /** Of which aggregations the states may be. */
  public StateOrigins origins() {
    return new StateOrigins(new StateOrigin(fingerprint(), List.of(allowedLatenessMillis)));
  }

  /** A number that tells aggregations apart whose stored states mean different things. */
  public int fingerprint() {
    return windows.toString().hashCode();
  }
}
