package io.slicewise.core;

import io.slicewise.core.engine.ColdPagesCodec;
import io.slicewise.core.engine.FutureBound;
import io.slicewise.core.engine.GroupCodec;
import io.slicewise.core.engine.HotStateCodec;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyStateCodec;
import io.slicewise.core.engine.StateOrigin;
import io.slicewise.core.engine.StateOrigins;
import io.slicewise.core.engine.WindowGroup;
import io.slicewise.core.engine.WindowUpdate;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.session.SessionGroup;
import io.slicewise.core.session.SessionStateCodec;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.ChillRule;
import io.slicewise.core.sliced.FoldChoice;
import io.slicewise.core.sliced.PlannedSpec;
import io.slicewise.core.sliced.SlicedStateCodec;
import io.slicewise.core.sliced.SlicedWindows;
import io.slicewise.core.trailing.TrailingStateCodec;
import io.slicewise.core.trailing.TrailingWindowGroup;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.SessionWindows;
import io.slicewise.core.window.TrailingWindows;
import io.slicewise.core.window.WindowPlan;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What is computed for each key, apart from the function: the place where each kind of windows is
 * given the code that runs it. Windows that depend on time alone share one store of slices.
 *
 * @param specs the window specifications, one or more; a pane tells the index of its own
 * @param futureBound how far ahead of the watermark elements may be
 * @param earlierOrNull the only specification before an update, whose state goes on, or null (an
 *     Optional cannot be serialized)
 */
public record WindowedAggregation(
    List<WindowingSpec> specs, FutureBound futureBound, WindowingSpec earlierOrNull)
    implements Serializable {

  /** An aggregation in the windows of {@code specs}. */
  public WindowedAggregation {
    specs = List.copyOf(specs);
    if (specs.isEmpty()) {
      throw new IllegalArgumentException("specs: must be one or more but was none.");
    }
    if (specs.size() > 1
        && specs.stream().anyMatch(spec -> spec.assignment() == Assignment.STREAM_TIME)) {
      throw new IllegalArgumentException(
          "specs: windows by stream time must be the only ones but there are "
              + specs.size()
              + " specifications. Aggregate in the others by another transform.");
    }
    if (earlierOrNull != null) {
      checkUpdate(specs, earlierOrNull);
    }
  }

  private static void checkUpdate(List<WindowingSpec> specs, WindowingSpec earlier) {
    if (specs.size() > 1) {
      throw new IllegalArgumentException(
          "withStateOf: there must be one specification of windows but there are "
              + specs.size()
              + ". Start several without the old state, under another step name.");
    }
    new WindowUpdate(earlier, specs.get(0))
        .refusal()
        .ifPresent(
            refusal -> {
              throw new IllegalArgumentException(refusal);
            });
  }

  /** An aggregation that takes no state but its own. */
  public WindowedAggregation(List<WindowingSpec> specs, FutureBound futureBound) {
    this(specs, futureBound, null);
  }

  /** An aggregation of elements however early they are. */
  public WindowedAggregation(List<WindowingSpec> specs) {
    this(specs, FutureBound.NONE);
  }

  /** An aggregation in the windows of one specification, of elements however early they are. */
  public static WindowedAggregation of(WindowingSpec spec) {
    return new WindowedAggregation(List.of(spec), FutureBound.NONE);
  }

  /** This aggregation, which goes on with state that was written for {@code earlier}. */
  public WindowedAggregation withStateOf(WindowingSpec earlier) {
    return new WindowedAggregation(specs, futureBound, earlier);
  }

  /** Of which windowings the states may be. */
  public StateOrigins origins() {
    StateOrigin own =
        new StateOrigin(
            fingerprint(), specs.stream().map(WindowingSpec::allowedLatenessMillis).toList());
    return earlierOrNull == null
        ? new StateOrigins(own)
        : new StateOrigins(
            own,
            new StateOrigin(
                earlierOrNull.fingerprint(), List.of(earlierOrNull.allowedLatenessMillis())));
  }

  /** A number that tells aggregations apart whose stored states mean different things. */
  public int fingerprint() {
    return specs.size() == 1
        ? specs.get(0).fingerprint()
        : specs.stream().map(WindowingSpec::fingerprint).toList().hashCode();
  }

  /** An engine that aggregates with {@code function}. */
  public <V, A, O> KeyEngine<V, O> engine(AggregateFunction<V, A, O> function) {
    return engine(function, FoldChoice.BY_COST, ChillRule.USUAL);
  }

  /** As the other {@code engine}, with a choice of folds and of what is kept apart. */
  public <V, A, O> KeyEngine<V, O> engine(
      AggregateFunction<V, A, O> function, FoldChoice folds, ChillRule chillRule) {
    return engine(function, folds, chillRule, origins());
  }

  private <V, A, O> KeyEngine<V, O> engine(
      AggregateFunction<V, A, O> function,
      FoldChoice folds,
      ChillRule chillRule,
      StateOrigins origins) {
    List<WindowGroup<V, ?, O>> groups = new ArrayList<>();
    List<PlannedSpec> planned = plannedSpecs();
    if (!planned.isEmpty()) {
      groups.add(new SlicedWindows<>(planned, function, folds, chillRule, plannedBefore()));
    }
    for (int index = 0; index < specs.size(); index++) {
      WindowingSpec spec = specs.get(index);
      if (spec.windows() instanceof SessionWindows sessions) {
        groups.add(new SessionGroup<>(index, spec, sessions, function));
      } else if (spec.windows() instanceof TrailingWindows trailing) {
        groups.add(new TrailingWindowGroup<>(index, spec, trailing, function));
      }
    }
    return new KeyEngine<>(groups, futureBound, origins);
  }

  /** An engine for elements none of which is late; its states are those of {@link #engine}. */
  public <V, A, O> KeyEngine<V, O> engineWithoutLateness(AggregateFunction<V, A, O> function) {
    WindowedAggregation withoutLateness =
        new WindowedAggregation(
            specs.stream().map(WindowingSpec::withoutLateness).toList(),
            futureBound,
            earlierOrNull);
    return withoutLateness.engine(function, FoldChoice.BY_COST, ChillRule.USUAL, origins());
  }

  /** The codec for the states of {@link #engine}. */
  public <A> KeyStateCodec codec(AccumulatorCodec<A> accumulators) {
    List<GroupCodec<?>> groups = new ArrayList<>();
    int planned = plannedSpecs().size();
    if (planned > 0) {
      groups.add(new SlicedStateCodec<>(accumulators, planned));
    }
    for (WindowingSpec spec : specs) {
      if (spec.windows() instanceof SessionWindows) {
        groups.add(new SessionStateCodec<>(accumulators));
      } else if (spec.windows() instanceof TrailingWindows) {
        groups.add(new TrailingStateCodec<>(accumulators));
      }
    }
    return new KeyStateCodec(origins(), groups);
  }

  /** The codec for the hot states of {@link #engine}. */
  public <A> HotStateCodec<A> hotCodec(AccumulatorCodec<A> accumulators) {
    return new HotStateCodec<>(origins(), accumulators);
  }

  /** The codec for what {@link KeyEngine#chill} of {@link #engine} puts apart. */
  public ColdPagesCodec coldCodec() {
    return new ColdPagesCodec(fingerprint());
  }

  private PlannedSpec plannedBefore() {
    return earlierOrNull == null
        ? null
        : new PlannedSpec(0, 0, earlierOrNull, (WindowPlan) earlierOrNull.windows());
  }

  private List<PlannedSpec> plannedSpecs() {
    List<PlannedSpec> planned = new ArrayList<>();
    for (int index = 0; index < specs.size(); index++) {
      if (specs.get(index).windows() instanceof WindowPlan plan) {
        planned.add(new PlannedSpec(index, planned.size(), specs.get(index), plan));
      }
    }
    return planned;
  }
}
