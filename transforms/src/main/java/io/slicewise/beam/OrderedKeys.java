package io.slicewise.beam;

import io.slicewise.core.OrderedAggregation;
import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.pane.OverRow;
import io.slicewise.core.slice.ColdPages;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.Windows;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.transforms.display.DisplayData;

/**
 * Aggregates of elements in order of event time.
 *
 * @param <R> the type of the results of the engine
 */
abstract class OrderedKeys<V, A, O, W extends Windows, R> implements KeyedAggregation<V, R> {
  private static final long serialVersionUID = 1L;

  private final OrderedAggregation<W> aggregation;
  private final CombineFnAggregate<V, A, O> function;
  private final Coder<V> elementCoder;

  private OrderedKeys(
      OrderedAggregation<W> aggregation,
      CombineFnAggregate<V, A, O> function,
      Coder<V> elementCoder) {
    this.aggregation = aggregation;
    this.function = function;
    this.elementCoder = elementCoder;
  }

  /** Each element with the aggregate of its frame. */
  static <V, A, O> KeyedAggregation<V, OverRow<V, O>> over(
      OrderedAggregation<OverFrame> aggregation,
      CombineFnAggregate<V, A, O> function,
      Coder<V> elementCoder) {
    return new Over<>(aggregation, function, elementCoder);
  }

  /** The aggregates of windows of a number of elements. */
  static <V, A, O> KeyedAggregation<V, O> count(
      OrderedAggregation<CountWindows> aggregation,
      CombineFnAggregate<V, A, O> function,
      Coder<V> elementCoder) {
    return new Count<>(aggregation, function, elementCoder);
  }

  abstract KeyEngine<V, R> engine(
      OrderedAggregation<W> ofWindows,
      AccumulatorBytes<V> elements,
      CombineFnAggregate<V, A, O> with);

  @Override
  public final KeyEngine<V, R> engine() {
    return engine(aggregation, new AccumulatorBytes<>(elementCoder), function);
  }

  @Override
  public final Coder<HotState<?>> hotStateCoder() {
    return new HotStateCoder<>(function.accumulatorCoder(), aggregation.origins());
  }

  @Override
  public final Coder<ColdPages> coldPagesCoder() {
    return new ColdPagesCoder<>(function.accumulatorCoder(), aggregation.fingerprint());
  }

  @Override
  public final Coder<KeyState> stateCoder() {
    return new OrderedStateCoder<>(elementCoder, function.accumulatorCoder(), aggregation);
  }

  @Override
  public final void populateDisplayData(DisplayData.Builder builder) {
    builder
        .add(DisplayData.item("windows", aggregation.windows().toString()).withLabel("Windows"))
        .add(
            DisplayData.item("allowedLateness", aggregation.allowedLatenessMillis())
                .withLabel("Allowed Lateness in ms"))
        .include("combineFn", function.combineFn());
  }

  private static final class Over<V, A, O> extends OrderedKeys<V, A, O, OverFrame, OverRow<V, O>> {
    private static final long serialVersionUID = 1L;

    private Over(
        OrderedAggregation<OverFrame> aggregation,
        CombineFnAggregate<V, A, O> function,
        Coder<V> elementCoder) {
      super(aggregation, function, elementCoder);
    }

    @Override
    KeyEngine<V, OverRow<V, O>> engine(
        OrderedAggregation<OverFrame> ofWindows,
        AccumulatorBytes<V> elements,
        CombineFnAggregate<V, A, O> with) {
      return OrderedAggregation.overEngine(ofWindows, elements, with);
    }
  }

  private static final class Count<V, A, O> extends OrderedKeys<V, A, O, CountWindows, O> {
    private static final long serialVersionUID = 1L;

    private Count(
        OrderedAggregation<CountWindows> aggregation,
        CombineFnAggregate<V, A, O> function,
        Coder<V> elementCoder) {
      super(aggregation, function, elementCoder);
    }

    @Override
    KeyEngine<V, O> engine(
        OrderedAggregation<CountWindows> ofWindows,
        AccumulatorBytes<V> elements,
        CombineFnAggregate<V, A, O> with) {
      return OrderedAggregation.countEngine(ofWindows, elements, with);
    }
  }
}
