package io.slicewise.core.engine;

import io.slicewise.beam.LongAggregation;
import io.slicewise.core.CountingFunction;
import io.slicewise.core.CountingFunction.Calls;

/**
 * How often the aggregate function of a {@link SteadyKey} was called, in a run of {@code panes}
 * panes over full windows, with a pane after each slice.
 *
 * @param panes how many panes fired
 * @param ofElements the calls while elements came
 * @param ofPanes the calls while panes fired
 * @param stateBytes the size of the state at the end of the run, as bytes
 */
record KeyWork(int panes, Calls ofElements, Calls ofPanes, int stateBytes) {

  /** How a backend keeps the state between two events. */
  enum Storage {
    /** As an object, as on the heap. */
    OBJECTS,
    /** As bytes: saved after and restored before each event. */
    BYTES
  }

  /** The work of a run of {@code panes} panes, each of {@code ratio} slices. */
  static KeyWork of(int ratio, LongAggregation aggregation, Storage storage, int panes) {
    CountingFunction<Long, Object, Object> function =
        new CountingFunction<>(aggregation.function());
    SteadyKey key = new SteadyKey(SteadyKey.windows(ratio), function).runUp(ratio);
    Calls ofElements = Calls.NONE;
    Calls ofPanes = Calls.NONE;
    for (int i = 0; i < panes; i++) {
      Calls before = function.calls();
      for (int j = 0; j < SteadyKey.ELEMENTS_PER_SLICE; j++) {
        key.addElement();
        store(key, storage);
      }
      Calls between = function.calls();
      key.passWindow(pane -> {});
      store(key, storage);
      ofElements = ofElements.plus(between.since(before));
      ofPanes = ofPanes.plus(function.calls().since(between));
    }
    return new KeyWork(panes, ofElements, ofPanes, key.saved().length);
  }

  private static void store(SteadyKey key, Storage storage) {
    if (storage == Storage.BYTES) {
      key.passThroughBytes();
    }
  }

  /** How many accumulators were merged for each pane, whether as it fired or before. */
  double mergesPerPane() {
    return perPane(ofElements.merged() + ofPanes.merged());
  }

  double perPane(long calls) {
    return (double) calls / panes;
  }

  double perElement(long calls) {
    return (double) calls / panes / SteadyKey.ELEMENTS_PER_SLICE;
  }
}
