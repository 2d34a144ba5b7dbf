package io.slicewise.beam;

import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.slice.ColdPages;
import java.io.Serializable;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.display.DisplayData;

/**
 * What a {@link SliceDoFn} computes for each key.
 *
 * @param <V> the type of the elements
 * @param <O> the type of the results
 */
interface KeyedAggregation<V, O> extends Serializable {
  /** A new engine. */
  KeyEngine<V, O> engine();

  /** A new engine for elements none of which is late; its states are those of {@link #engine}. */
  default KeyEngine<V, O> engineWithoutLateness() {
    return engine();
  }

  /** The coder of the states of {@link #engine}. */
  Coder<KeyState> stateCoder();

  /** The coder of the hot states of {@link #engine}. */
  Coder<HotState<?>> hotStateCoder();

  /** The coder of what {@link #engine} keeps apart. */
  Coder<ColdPages> coldPagesCoder();

  /** How many elements of the input {@code element} stands for, one or more. */
  default long countOf(V element) {
    return 1;
  }

  /** What the late output shows of {@code element}. */
  default Object lateValueOf(V element) {
    return element;
  }

  /** Shows the settings. */
  void populateDisplayData(DisplayData.Builder builder);
}
