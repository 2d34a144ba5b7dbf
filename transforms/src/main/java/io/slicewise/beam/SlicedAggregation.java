package io.slicewise.beam;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.FutureBound;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Combine.CombineFn;
import org.apache.beam.sdk.transforms.CombineFnBase.GlobalCombineFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Duration;

/**
 * All of an aggregation but its windows: what the public transforms share.
 *
 * @param combineFn what to aggregate with
 * @param extras what is set beside the windows
 * @param beforeShuffle what is done before all elements of a key are brought together
 * @param badRecords where elements go that cannot be aggregated
 * @param stateOf the windows of the state to go on with if they were others, or null
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <O> the type of the results
 */
record SlicedAggregation<K, V, O>(
    CombineFn<? super V, ?, O> combineFn,
    Windowing.Extras extras,
    BeforeShuffle<K> beforeShuffle,
    BadRecords badRecords,
    Window<?> stateOf)
    implements Serializable {
  /** What messages call the transform. */
  private static final String TRANSFORM = "SlicedWindowAggregate";

  /**
   * An aggregation with {@code combineFn}.
   *
   * @param setting the method that takes the function
   * @throws IllegalArgumentException if it uses side inputs
   */
  static <K, V, O> SlicedAggregation<K, V, O> of(
      String setting, GlobalCombineFn<? super V, ?, O> combineFn) {
    Objects.requireNonNull(combineFn, "combineFn");
    if (combineFn instanceof CombineFn) {
      return new SlicedAggregation<>(
          (CombineFn<? super V, ?, O>) combineFn,
          Windowing.Extras.NONE,
          BeforeShuffle.automatic(),
          BadRecords.FAIL,
          null);
    }
    throw new IllegalArgumentException(
        setting
            + ": the function must be a Combine.CombineFn but was "
            + combineFn.getClass().getName()
            + ", which uses side inputs; panes are fired by timers, which have none. Join the side"
            + " input to the elements in a ParDo before, or to the results after.");
  }

  SlicedAggregation<K, V, O> with(Windowing.Extras newExtras) {
    return new SlicedAggregation<>(combineFn, newExtras, beforeShuffle, badRecords, stateOf);
  }

  SlicedAggregation<K, V, O> with(BeforeShuffle<K> newBeforeShuffle) {
    return new SlicedAggregation<>(combineFn, extras, newBeforeShuffle, badRecords, stateOf);
  }

  SlicedAggregation<K, V, O> with(BadRecords newBadRecords) {
    return new SlicedAggregation<>(combineFn, extras, beforeShuffle, newBadRecords, stateOf);
  }

  SlicedAggregation<K, V, O> withStateOf(Window<?> before) {
    Windowing.check(Objects.requireNonNull(before, "before"));
    return new SlicedAggregation<>(combineFn, extras, beforeShuffle, badRecords, before);
  }

  /**
   * This aggregation with the bound of {@link SlicedWindowAggregateMulti#withFutureOutput}, unless
   * that is null.
   */
  SlicedAggregation<K, V, O> boundedBy(Duration bound) {
    return bound == null ? this : with(extras.withFutureBound("withFutureOutput", bound));
  }

  // The ids of the tags are part of the names of a running pipeline's outputs.

  static <K, R> TupleTag<KV<K, R>> panesTag(int windowSpec) {
    return new TupleTag<>(windowSpec == 0 ? "panes" : "panes" + (windowSpec + 1));
  }

  /** The results in the windows of an output each, and the side outputs. */
  PCollectionTuple expand(
      PCollection<KV<K, V>> input, List<Window<?>> windows, SideOutputs sideOutputs) {
    return expand(input, windows, combineFnOfV(), sideOutputs, new AsIs<>());
  }

  /** As {@link #expand}, with {@link Change}s in place of results. */
  PCollectionTuple expandToChanges(
      PCollection<KV<K, V>> input, List<Window<?>> windows, SideOutputs sideOutputs) {
    return expand(input, windows, combineFnOfV(), sideOutputs, new AsChanges<>());
  }

  /** What is left of values without a key, if bad records are taken out. */
  PCollection<V> goodValues(PCollection<V> input) {
    return goodValues(input, combineFnOfV());
  }

  private <A> PCollection<V> goodValues(PCollection<V> input, CombineFn<V, A, O> combineFnOfV) {
    Coder<A> accumulatorCoder =
        AggregateCoders.accumulatorCoderOf(
            TRANSFORM, combineFnOfV, input.getPipeline().getCoderRegistry(), input.getCoder());
    return badRecords.good(
        input, value -> value, new CombineFnAggregate<>(combineFnOfV, accumulatorCoder));
  }

  /** A function of a supertype of V is a function of V. */
  @SuppressWarnings("unchecked")
  private CombineFn<V, ?, O> combineFnOfV() {
    return (CombineFn<V, ?, O>) combineFn;
  }

  private <A, R> PCollectionTuple expand(
      PCollection<KV<K, V>> input,
      List<Window<?>> windows,
      CombineFn<V, A, O> combineFnOfV,
      SideOutputs sideOutputs,
      ResultForm<K, O, R> form) {
    List<Windowing> windowings = windowings(windows, input);
    List<WindowingStrategy<?, ?>> strategies = strategies(windowings);
    AggregateCoders<K, V, A, O> coders = AggregateCoders.of(TRANSFORM, input, combineFnOfV);
    WindowedAggregation aggregation = aggregationIn(windowings, sideOutputs, input.isBounded());
    if (stateOf != null) {
      aggregation = aggregation.withStateOf(Windowing.of(stateOf, extras, input).spec());
    }
    CombineFnAggregate<V, A, O> function =
        new CombineFnAggregate<>(combineFnOfV, coders.accumulator());
    WindowedKeys<V, A, O> keys = new WindowedKeys<>(aggregation, function);
    boolean preAggregates = beforeShuffle.preAggregates(aggregation, sideOutputs);
    PCollection<KV<K, V>> inGlobalWindow =
        SliceSteps.inGlobalWindow(badRecords.good(input, KV::getValue, function));
    if (!preAggregates && !beforeShuffle.spreads()) {
      return aggregate(inGlobalWindow, keys, strategies, sideOutputs, coders, form);
    }
    ShuffleSteps<K, V, A> steps =
        new ShuffleSteps<>(coders.elements(), keys.function(), aggregation, beforeShuffle);
    return aggregate(
        steps.apply(inGlobalWindow, preAggregates, sideOutputs.late()),
        new RawOrPartialKeys<>(keys),
        strategies,
        sideOutputs,
        coders,
        form);
  }

  private <E, R> PCollectionTuple aggregate(
      PCollection<KV<K, E>> input,
      KeyedAggregation<E, O> keys,
      List<WindowingStrategy<?, ?>> strategies,
      SideOutputs sideOutputs,
      AggregateCoders<K, V, ?, O> coders,
      ResultForm<K, O, R> form) {
    PaneOutput<K, O, R> panes = form.output(SliceSteps.emitsInGlobalWindow(strategies));
    if (strategies.size() == 1) {
      return SliceSteps.aggregate(
          input,
          strategies.get(0),
          new SliceDoFn<>(keys, panes, sideOutputs, input.isBounded()),
          coders.results().map(form::coder),
          coders.lateElements());
    }
    KvCoder<K, R> coder = form.coder(coders.requireResults(TRANSFORM, combineFn));
    TupleTag<KV<K, KV<Integer, R>>> numbered = panesTag(0);
    PCollectionTuple outputs =
        SliceSteps.aggregate(
            input,
            SliceSteps.emittedStrategy(strategies),
            new SliceDoFn<>(keys, PaneOutput.numbered(panes), sideOutputs, input.isBounded()),
            Optional.of(
                KvCoder.of(
                    coder.getKeyCoder(), KvCoder.of(VarIntCoder.of(), coder.getValueCoder()))),
            coders.lateElements());
    PCollectionTuple results = SliceSteps.separate(outputs.get(numbered), strategies, coder);
    for (TupleTag<?> tag : sideOutputs.tags()) {
      results = andFrom(outputs, tag, results);
    }
    return results;
  }

  private static <T> PCollectionTuple andFrom(
      PCollectionTuple outputs, TupleTag<T> tag, PCollectionTuple results) {
    return results.and(tag, outputs.get(tag));
  }

  /** What is given for an aggregate. */
  private interface ResultForm<K, O, R> {
    PaneOutput<K, O, R> output(boolean global);

    KvCoder<K, R> coder(KvCoder<K, O> results);
  }

  private static final class AsIs<K, O> implements ResultForm<K, O, O> {
    @Override
    public PaneOutput<K, O, O> output(boolean global) {
      return PaneOutput.ofValues(global);
    }

    @Override
    public KvCoder<K, O> coder(KvCoder<K, O> results) {
      return results;
    }
  }

  private static final class AsChanges<K, O> implements ResultForm<K, O, Change<O>> {
    @Override
    public PaneOutput<K, O, Change<O>> output(boolean global) {
      return PaneOutput.ofChanges(global);
    }

    @Override
    public KvCoder<K, Change<O>> coder(KvCoder<K, O> results) {
      return KvCoder.of(results.getKeyCoder(), Change.coder(results.getValueCoder()));
    }
  }

  private List<Windowing> windowings(List<Window<?>> windows, PCollection<KV<K, V>> input) {
    Capabilities.check(TRANSFORM, input.getPipeline().getOptions(), input.isBounded());
    List<Windowing> windowings = new ArrayList<>();
    for (Window<?> window : windows) {
      windowings.add(Windowing.of(window, extras, input));
    }
    return windowings;
  }

  private static List<WindowingStrategy<?, ?>> strategies(List<Windowing> windowings) {
    List<WindowingStrategy<?, ?>> strategies = new ArrayList<>();
    windowings.forEach(windowing -> strategies.add(windowing.resultStrategy()));
    return strategies;
  }

  private WindowedAggregation aggregationIn(
      List<Windowing> windowings, SideOutputs sideOutputs, IsBounded bounded) {
    long aheadMillis = extras.futureBoundMillis();
    // elements of a bounded input come in any order: no watermark tells how far ahead they are
    boolean bounds = aheadMillis != Windowing.Extras.NO_BOUND && bounded != IsBounded.BOUNDED;
    return new WindowedAggregation(
        windowings.stream().map(Windowing::spec).toList(),
        bounds ? new FutureBound(aheadMillis, sideOutputs.future()) : FutureBound.NONE);
  }

  void populateDisplayData(DisplayData.Builder builder, SideOutputs sideOutputs) {
    builder
        .add(DisplayData.item("combineFn", combineFn.getClass()).withLabel("Combiner"))
        .include("combineFn", combineFn)
        .add(DisplayData.item("lateOutput", sideOutputs.late()).withLabel("Late Output"))
        .addIfNotDefault(
            DisplayData.item("futureOutput", sideOutputs.future()).withLabel("Future Output"),
            false);
    extras.populateDisplayData(builder);
    beforeShuffle.populateDisplayData(builder);
    badRecords.populateDisplayData(builder);
  }
}
