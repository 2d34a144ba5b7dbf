package io.slicewise.core.sliced;

import io.slicewise.core.engine.BufferingGroup;
import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.HotOutcome;
import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.engine.WindowUpdate;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.slice.ChillRule;
import io.slicewise.core.slice.ColdPages;
import io.slicewise.core.slice.FiringCuts;
import io.slicewise.core.slice.SliceBuffer;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.slice.SlicesCodec;
import io.slicewise.core.window.Assignment;
import io.slicewise.core.window.TimeBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Windows that depend on time alone, of one or several specifications. All share one store of
 * slices, which is cut at the edges of all their windows.
 *
 * <pre>
 * size 4         [-- 0..4 --)[-- 4..8 --)
 * size 6         [----- 0..6 ----)
 * slices         |-----0-----|-4-|-6-|...
 * </pre>
 *
 * <p>Once an edge tells no two windows apart that have not expired, the slices beside it become
 * one: beside a window of a day, a window of a minute does not leave its 1,440 slices behind.
 *
 * <p>Cost of an element whose triggers only wait for the end of windows: one addition to one slice,
 * whatever the number of its windows. A trigger that looks at elements before the end (early
 * firings) costs one step of the trigger for each window of the element.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <O> the type of the aggregates
 */
public final class SlicedWindows<V, A, O> implements BufferingGroup<V, A, SlicedState<A>, O> {
  private final SpecWindows<A, O>[] specs;
  private final AggregateFunction<V, A, O> function;
  private final Assignment assignment;
  private final boolean usesProcessingTime;
  private final long pageMillis;
  private final List<TimestampCombiner> combiners;
  private final SlicesCodec<A> slicesCodec;
  private final ChillRule chillRule;

  /** The windows whose state may have to be adopted, or null. */
  private final PlannedSpec before;

  /**
   * Windows that share slices, one specification or more.
   *
   * @param chillRule when slices are kept apart
   * @param before the windows before an update of the only specification, or null
   */
  public SlicedWindows(
      List<PlannedSpec> specs,
      AggregateFunction<V, A, O> function,
      FoldChoice folds,
      ChillRule chillRule,
      PlannedSpec before) {
    this.before = before;
    this.specs = windowsOf(specs, function, folds);
    this.function = function;
    this.assignment = specs.get(0).settings().assignment();
    this.usesProcessingTime = Arrays.stream(this.specs).anyMatch(SpecWindows::usesProcessingTime);
    Paging paging = Paging.of(specs);
    this.pageMillis = paging.pageMillis();
    this.chillRule = chillRule.appliesTo(paging.slicesOfWindow()) ? chillRule : ChillRule.NEVER;
    this.combiners = specs.stream().map(spec -> spec.settings().timestampCombiner()).toList();
    this.slicesCodec = new SlicesCodec<>(function);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array, as it is read for each element
  private static <A, O> SpecWindows<A, O>[] windowsOf(
      List<PlannedSpec> specs, AggregateFunction<?, A, O> function, FoldChoice folds) {
    return specs.stream()
        .map(spec -> new SpecWindows<>(spec, function, folds.foldFor(spec, specs, function)))
        .toArray(SpecWindows[]::new);
  }

  @Override
  public SlicedState<A> newState() {
    SpecState[] specStates = new SpecState[specs.length];
    Arrays.setAll(specStates, i -> new SpecState());
    return new SlicedState<>(SliceStore.withPagesOf(pageMillis), specStates);
  }

  @Override
  public void lend(SlicedState<A> state, Supplier<ColdPages> cold) {
    state.slices().lend(cold, slicesCodec);
  }

  @Override
  public void start(SlicedState<A> state, long watermarkMillis) {
    if (state.slices().isEmpty() && state.windowRecords() == 0) {
      specs[0].closeExpired(state.spec(0), before, watermarkMillis);
    }
  }

  @Override
  public void adopt(SlicedState<A> state, boolean ofEarlierWindows, long watermarkMillis) {
    if (ofEarlierWindows) {
      specs[0].closeExpired(state.spec(0), before, watermarkMillis);
      adoptWindows(
          state, new WindowUpdate(before.settings(), specs[0].spec().settings()), watermarkMillis);
    }
    // with another lateness, windows expire at another time
    for (int i = 0; i < specs.length; i++) {
      specs[i].recompute(state.slices(), state.spec(i), watermarkMillis);
    }
  }

  private void adoptWindows(SlicedState<A> state, WindowUpdate update, long watermarkMillis) {
    if (update.hasSameWindows()) {
      return;
    }
    specs[0].adopt(state.slices(), state.spec(0), before, update.keepsWindows(), watermarkMillis);
    for (long slice = state.slices().firstSliceFrom(Long.MIN_VALUE);
        slice != SliceStore.NONE;
        slice = state.slices().firstSliceFrom(slice + 1)) {
      long start = sliceStart(slice, TimeBounds.MIN_TIMESTAMP);
      if (start != slice) {
        state.slices().move(slice, start, function, cutsOf(state, start), combiners);
      }
    }
  }

  @Override
  public ColdPages chill(SlicedState<A> state) {
    return state.slices().chill(chillRule, slicesCodec);
  }

  @Override
  public boolean usesProcessingTime() {
    return usesProcessingTime;
  }

  @Override
  public HotOutcome buffer(HotState<A> hot, V value, long timestampMillis, long watermarkMillis) {
    if (assignment == Assignment.STREAM_TIME) {
      return HotOutcome.REFUSED;
    }
    long instant = Math.min(timestampMillis, TimeBounds.LAST_WINDOW_INSTANT);
    long end = TimerRequest.NONE;
    for (int i = 0; i < specs.length; i++) {
      long endOfSpec = specs[i].sleepsUntil(instant, watermarkMillis);
      if (endOfSpec == TimerRequest.NONE) {
        return isExpired(instant, watermarkMillis) ? HotOutcome.TOO_LATE : HotOutcome.REFUSED;
      }
      end = Math.min(end, endOfSpec);
    }
    // cut at every edge, as what is stored tells which ones are needed
    if (!hot.slices().add(sliceStart(instant, TimeBounds.MIN_TIMESTAMP), value, function)) {
      return HotOutcome.REFUSED;
    }
    hot.wakeAt(end);
    return HotOutcome.TAKEN;
  }

  /** Whether each specification has windows that hold an instant, and all of them have expired. */
  private boolean isExpired(long instantMillis, long watermarkMillis) {
    for (int i = 0; i < specs.length; i++) {
      if (!specs[i].isExpired(instantMillis, watermarkMillis)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long windowsOf(long timestampMillis) {
    long instant = Math.min(timestampMillis, TimeBounds.LAST_WINDOW_INSTANT);
    long count = 0;
    for (int i = 0; i < specs.length; i++) {
      count += specs[i].windowsOf(instant);
    }
    return count;
  }

  @Override
  public void takeIn(HotState<A> hot, SlicedState<A> state) {
    SliceBuffer<A> buffer = hot.slices();
    for (int i = 0; i < buffer.size(); i++) {
      long start = buffer.start(i);
      for (int spec = 0; spec < specs.length; spec++) {
        specs[spec].addSleeping(state.spec(spec), start);
      }
      long slice = sliceStart(start, state.recutWatermark());
      state.slices().merge(slice, state.firingSequence(), buffer.partial(i), function);
    }
  }

  @Override
  public ElementOutcome onElement(
      SlicedState<A> state, V value, long timestampMillis, StepBuilder<O> step) {
    long instant = windowedInstant(state, timestampMillis, step);
    ElementOutcome outcome = ElementOutcome.IN_GAP;
    List<Visit<A, O>> visits = null;
    for (int i = 0; i < specs.length; i++) {
      SpecWindows<A, O> spec = specs[i];
      if (spec.sleepThrough(state.spec(i), instant, step)) {
        outcome = ElementOutcome.ACCEPTED;
        continue;
      }
      Visit<A, O> visit = spec.visit(state, instant, timestampMillis, step);
      if (visit != null) {
        outcome = outcome.or(visit.outcome());
        visits = visits == null ? new ArrayList<>(specs.length) : visits;
        visits.add(visit);
      }
    }
    if (outcome == ElementOutcome.ACCEPTED) {
      long slice = sliceStart(instant, state.recutWatermark());
      FiringCuts cuts = visits == null ? FiringCuts.NONE : cutsOf(state, slice);
      state.slices().add(slice, state.firingSequence(), value, function, cuts);
      step.markChanged();
      finish(state, slice, visits);
    }
    return outcome;
  }

  /** The instant by which an element gets its windows. */
  private long windowedInstant(SlicedState<A> state, long timestampMillis, StepBuilder<O> step) {
    long instant = timestampMillis;
    if (assignment == Assignment.STREAM_TIME) {
      if (timestampMillis > state.streamTime()) {
        state.setStreamTime(timestampMillis);
        step.markChanged();
      }
      instant = Math.max(state.streamTime(), step.watermarkMillis());
    }
    return Math.min(instant, TimeBounds.LAST_WINDOW_INSTANT);
  }

  /** The latest edge up to an instant that a window needs at a watermark. */
  private long sliceStart(long instantMillis, long watermarkMillis) {
    if (specs.length == 1) {
      return specs[0].spec().windows().sliceStart(instantMillis);
    }
    long start = Long.MIN_VALUE;
    for (int i = 0; i < specs.length; i++) {
      PlannedSpec spec = specs[i].spec();
      long edge = spec.windows().sliceStart(instantMillis);
      if (edge > start && edge >= spec.horizon(watermarkMillis)) {
        start = edge;
      }
    }
    return start;
  }

  private FiringCuts cutsOf(SlicedState<A> state, long slice) {
    return (older, newer) -> {
      for (int i = 0; i < specs.length; i++) {
        if (specs[i].isCutBetween(state.spec(i), slice, older, newer)) {
          return true;
        }
      }
      return false;
    };
  }

  /** What is left to do for an element once it is stored. */
  private void finish(SlicedState<A> state, long slice, List<Visit<A, O>> visits) {
    if (visits == null) {
      return;
    }
    for (Visit<A, O> visit : visits) {
      if (visit.sliceHold() != WindowRecord.NO_HOLD) {
        PlannedSpec spec = visit.windows().spec();
        state
            .slices()
            .addHold(
                slice, spec.position(), visit.sliceHold(), spec.settings().timestampCombiner());
      }
    }
    for (Visit<A, O> visit : visits) {
      visit.windows().fireTouched(visit);
    }
  }

  @Override
  public void onProcessingTime(SlicedState<A> state, StepBuilder<O> step) {
    for (int i = 0; i < specs.length; i++) {
      specs[i].onProcessingTime(state, step);
    }
  }

  @Override
  public void onWatermark(SlicedState<A> state, StepBuilder<O> step) {
    for (int i = 0; i < specs.length; i++) {
      if (step.watermarkMillis() > state.spec(i).nextEventTime()) {
        specs[i].onWatermark(state, step);
      }
    }
    removeUnneeded(state, step.watermarkMillis());
  }

  private void removeUnneeded(SlicedState<A> state, long watermarkMillis) {
    long earliestHorizon = Long.MAX_VALUE;
    for (int i = 0; i < specs.length; i++) {
      earliestHorizon = Math.min(earliestHorizon, specs[i].spec().horizon(watermarkMillis));
    }
    state.slices().removeBefore(earliestHorizon, function);
    if (specs.length > 1) {
      recut(state, watermarkMillis);
    }
  }

  /**
   * Takes away the edges that no window has needed since the slices were last cut, in order of
   * time, so that what was earlier stays so.
   */
  private void recut(SlicedState<A> state, long watermarkMillis) {
    long before = state.recutWatermark();
    long edge = nextUnneededEdge(Long.MIN_VALUE, before, watermarkMillis);
    long slice = state.slices().firstSliceFrom(edge);
    while (slice != SliceStore.NONE) {
      edge = nextUnneededEdge(slice, before, watermarkMillis);
      if (edge == slice) {
        recutSlice(state, slice, watermarkMillis);
        edge++;
      }
      slice = state.slices().firstSliceFrom(edge);
    }
    state.setRecutWatermark(watermarkMillis);
  }

  /** The first instant from {@code millis} on that a horizon has passed between two watermarks. */
  private long nextUnneededEdge(long millis, long watermarkBefore, long watermarkMillis) {
    long next = Long.MAX_VALUE;
    for (int i = 0; i < specs.length; i++) {
      PlannedSpec spec = specs[i].spec();
      long first = Math.max(millis, spec.horizon(watermarkBefore));
      if (first < spec.horizon(watermarkMillis)) {
        next = Math.min(next, first);
      }
    }
    return next;
  }

  private void recutSlice(SlicedState<A> state, long slice, long watermarkMillis) {
    boolean needed = false;
    for (int i = 0; i < specs.length && !needed; i++) {
      needed = specs[i].spec().needs(slice, watermarkMillis);
    }
    if (!needed) {
      state.slices().remove(slice);
      return;
    }
    long start = sliceStart(slice, watermarkMillis);
    if (start != slice) {
      state.slices().move(slice, start, function, cutsOf(state, start), combiners);
    }
  }

  @Override
  public TimerRequest pending(SlicedState<A> state) {
    TimerRequest pending = specs[0].pending(state.spec(0));
    for (int i = 1; i < specs.length; i++) {
      pending = pending.and(specs[i].pending(state.spec(i)));
    }
    return pending;
  }

  @Override
  public long expiryOf(long timestampMillis) {
    if (assignment == Assignment.STREAM_TIME) {
      return TimeBounds.MAX_TIMESTAMP;
    }
    long instant = Math.min(timestampMillis, TimeBounds.LAST_WINDOW_INSTANT);
    long expiry = Long.MIN_VALUE;
    for (int i = 0; i < specs.length; i++) {
      expiry = Math.max(expiry, specs[i].expiryOf(instant));
    }
    return expiry;
  }
}
