package io.slicewise.core;

import io.slicewise.core.engine.GroupCodec;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyStateCodec;
import io.slicewise.core.engine.WindowGroup;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.sliced.SlicedStateCodec;
import io.slicewise.core.sliced.SlicedWindows;
import io.slicewise.core.trailing.TrailingStateCodec;
import io.slicewise.core.trailing.TrailingWindowGroup;
import io.slicewise.core.window.TrailingWindows;
import io.slicewise.core.window.WindowPlan;
import io.slicewise.core.window.Windows;
import java.io.Serializable;
import java.util.List;

/**
 * What is computed for each key, apart from the function: the place where each kind of windows is
 * given the code that runs it.
 *
 * @param windowing how elements are windowed
 */
public record WindowedAggregation(WindowingSpec windowing) implements Serializable {

  /** An engine that aggregates with {@code function}. */
  public <V, A, O> KeyEngine<V, O> engine(AggregateFunction<V, A, O> function) {
    return new KeyEngine<>(List.of(group(function)));
  }

  /** The codec for the states of {@link #engine}. */
  public <A> KeyStateCodec codec(AccumulatorCodec<A> accumulators) {
    return new KeyStateCodec(windowing.fingerprint(), List.of(groupCodec(accumulators)));
  }

  private <V, A, O> WindowGroup<V, ?, O> group(AggregateFunction<V, A, O> function) {
    if (windowing.windows() instanceof WindowPlan plan) {
      return new SlicedWindows<>(windowing, plan, function);
    }
    if (windowing.windows() instanceof TrailingWindows trailing) {
      return new TrailingWindowGroup<>(windowing, trailing, function);
    }
    throw unknown(windowing.windows());
  }

  private <A> GroupCodec<?> groupCodec(AccumulatorCodec<A> accumulators) {
    if (windowing.windows() instanceof WindowPlan) {
      return new SlicedStateCodec<>(accumulators);
    }
    if (windowing.windows() instanceof TrailingWindows) {
      return new TrailingStateCodec<>(accumulators);
    }
    throw unknown(windowing.windows());
  }

  private static IllegalArgumentException unknown(Windows windows) {
    return new IllegalArgumentException("windows: unknown kind " + windows);
  }
}
