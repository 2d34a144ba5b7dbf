package io.slicewise.core.engine;

import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.slice.ColdPages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The logic of one key: what an element, the watermark and the processing time do to its windows.
 * Deterministic and without side effects but on the {@link KeyState} it is given: it returns what
 * should happen as a {@link Step}.
 *
 * <p>The panes are those of Beam's {@code ReduceFnRunner} for the key by itself, with elements one
 * at a time and the output watermark of the key. Each {@link WindowGroup} behaves as if it were
 * alone; what they share is the state, the clocks and the timers.
 *
 * @param <V> the type of the elements
 * @param <O> the type of the aggregates
 */
public final class KeyEngine<V, O> {
  private final WindowGroup<V, ?, O>[] groups;
  private final FutureBound futureBound;
  private final StateOrigins origins;
  private final boolean usesProcessingTime;

  /** The only group, if it can take elements without its state, or null. */
  private final BufferingGroup<V, ?, ?, O> buffering;

  /**
   * An engine of one or more groups of windows.
   *
   * @param origins which states it takes
   */
  public KeyEngine(
      List<WindowGroup<V, ?, O>> groups, FutureBound futureBound, StateOrigins origins) {
    this.groups = arrayOf(groups);
    this.futureBound = futureBound;
    this.origins = origins;
    this.usesProcessingTime = groups.stream().anyMatch(WindowGroup::usesProcessingTime);
    this.buffering =
        this.groups.length == 1 && this.groups[0] instanceof BufferingGroup
            ? (BufferingGroup<V, ?, ?, O>) this.groups[0]
            : null;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array, as it is read for each element
  private static <V, O> WindowGroup<V, ?, O>[] arrayOf(List<WindowGroup<V, ?, O>> groups) {
    return groups.toArray(new WindowGroup[0]);
  }

  /** The state of a key that has had no element. */
  public KeyState newState() {
    GroupState[] states = new GroupState[groups.length];
    Arrays.setAll(states, i -> groups[i].newState());
    return new KeyState(states, origins.own());
  }

  /**
   * Makes a stored state one of this engine, before anything else is done with it but {@link
   * #lend}. A backend that keeps objects may hand out one of an engine before an update.
   *
   * @return whether it has changed
   * @throws IllegalStateException if it is of a windowing that this engine does not take
   */
  public boolean adopt(KeyState state) {
    StateOrigin origin = state.origin();
    if (origin.equals(origins.own())) {
      return false;
    }
    origins.check(origin);
    for (int i = 0; i < groups.length; i++) {
      adopt(groups[i], i, state, origins.isEarlier(origin));
    }
    state.setOrigin(origins.own());
    return true;
  }

  /**
   * Whether elements may be given to a {@link HotState} first. If so, each key with a state has a
   * hot one, too.
   */
  public boolean buffers() {
    return buffering != null;
  }

  /** Whether the processing time given to this engine matters. */
  public boolean usesProcessingTime() {
    return usesProcessingTime;
  }

  /**
   * The last watermark at which an element with {@code timestampMillis} counts in a window; at any
   * later one it is too late for all.
   */
  public long expiryOf(long timestampMillis) {
    long expiry = groups[0].expiryOf(timestampMillis);
    for (int i = 1; i < groups.length; i++) {
      expiry = Math.max(expiry, groups[i].expiryOf(timestampMillis));
    }
    return expiry;
  }

  /** As the other {@code onElement}, with the panes in the step. */
  public Step<O> onElement(KeyState state, V value, long timestampMillis, Clocks clocks) {
    List<FiredPane<O>> panes = new ArrayList<>();
    return onElement(state, value, timestampMillis, clocks, panes::add).withPanes(panes);
  }

  /** As the other {@code onWatermark}, with the panes in the step. */
  public Step<O> onWatermark(KeyState state, Clocks clocks) {
    List<FiredPane<O>> panes = new ArrayList<>();
    return onWatermark(state, clocks, panes::add).withPanes(panes);
  }

  /** As the other {@code onProcessingTime}, with the panes in the step. */
  public Step<O> onProcessingTime(KeyState state, Clocks clocks) {
    List<FiredPane<O>> panes = new ArrayList<>();
    return onProcessingTime(state, clocks, panes::add).withPanes(panes);
  }

  /**
   * Takes an element with the hot state alone, if nothing is due and all its windows wait for their
   * end, or tells that it is too late for all of them.
   *
   * @param watermarkMillis the input watermark, as in {@link Clocks}
   * @return if {@link HotOutcome#TAKEN}, nothing else is to be done but set the timers; if {@link
   *     HotOutcome#TOO_LATE}, nothing but count its {@link #expiredWindowsOf}; if {@link
   *     HotOutcome#REFUSED}, it must be given to {@code onElement} after {@link #takeIn}
   */
  public HotOutcome buffer(HotState<?> hot, V value, long timestampMillis, long watermarkMillis) {
    long watermark = Math.max(watermarkMillis, hot.watermark());
    if (watermark > hot.nextEventTime()
        || timestampMillis > futureBound.latestAt(watermark)
        || isForeign(hot)) {
      return HotOutcome.REFUSED;
    }
    HotOutcome outcome = buffer(buffering, hot, value, timestampMillis, watermark);
    if (outcome == HotOutcome.TAKEN) {
      hot.setFingerprint(origins.own().fingerprint());
      hot.setWatermark(watermark);
    }
    return outcome;
  }

  /** For how many windows an element came too late that {@link #buffer} said is too late. */
  public long expiredWindowsOf(long timestampMillis) {
    return buffering.windowsOf(timestampMillis);
  }

  /**
   * Gives {@code state} access to what {@link #chill} has put apart, before anything else is done
   * with it.
   *
   * @param cold reads what was last put apart, {@link ColdPages#NONE} if nothing was; asked once at
   *     most
   */
  public void lend(KeyState state, Supplier<ColdPages> cold) {
    for (int i = 0; i < groups.length; i++) {
      lend(groups[i], i, state, cold);
    }
  }

  /**
   * Puts apart what is not needed of {@code state} for the time being, before it is stored.
   *
   * @return all that is to be stored apart from now on, or null if that is as before
   */
  public ColdPages chill(KeyState state) {
    // windows that share slices are one group, and others put nothing apart
    ColdPages cold = null;
    for (int i = 0; i < groups.length; i++) {
      ColdPages ofGroup = chill(groups[i], i, state);
      cold = ofGroup == null ? cold : ofGroup;
    }
    return cold;
  }

  private boolean isForeign(HotState<?> hot) {
    return hot.fingerprint() != origins.own().fingerprint() && !hot.isNew();
  }

  /**
   * Makes what is in {@code hot} part of {@code state}, before anything else is done with it.
   *
   * @throws IllegalStateException if it is of a windowing that this engine does not take
   */
  public void takeIn(HotState<?> hot, KeyState state) {
    if (isForeign(hot)) {
      origins.checkWindows(hot.fingerprint());
    }
    start(state, hot.watermark());
    takeIn(buffering, hot, state);
    hot.slices().clear();
    state.setWatermark(Math.max(state.watermark(), hot.watermark()));
  }

  /** Lets {@code hot} know of {@code state}, after anything has been done with that. */
  public void update(HotState<?> hot, KeyState state) {
    TimerRequest pending = pending(state);
    hot.setFingerprint(origins.own().fingerprint());
    hot.setWatermark(state.watermark());
    hot.setPending(pending.eventTimeMillis(), pending.outputHoldMillis());
  }

  /**
   * Takes an element, after everything that is due by the watermark.
   *
   * @param timestampMillis the element's timestamp
   * @param panes takes each pane as it fires, so that many need not be held at once
   */
  public Step<O> onElement(
      KeyState state, V value, long timestampMillis, Clocks clocks, Consumer<FiredPane<O>> panes) {
    StepBuilder<O> step = begin(state, clocks, panes);
    long latest = futureBound.latestAt(step.watermarkMillis());
    if (timestampMillis > latest && futureBound.diverts()) {
      return step.build(ElementOutcome.TOO_EARLY, pending(state));
    }
    long bounded = Math.min(timestampMillis, latest);
    ElementOutcome outcome = ElementOutcome.IN_GAP;
    for (int i = 0; i < groups.length; i++) {
      outcome = outcome.or(onElement(groups[i], i, state, value, bounded, step));
    }
    return step.build(outcome, pending(state));
  }

  /**
   * Does everything that is due by the watermark: when the event-time timer has fired.
   *
   * @param panes takes each pane as it fires
   */
  public Step<O> onWatermark(KeyState state, Clocks clocks, Consumer<FiredPane<O>> panes) {
    return begin(state, clocks, panes).buildAfterTimer(pending(state));
  }

  /**
   * Does everything that is due by either clock: when the processing-time timer has fired.
   *
   * @param panes takes each pane as it fires
   */
  public Step<O> onProcessingTime(KeyState state, Clocks clocks, Consumer<FiredPane<O>> panes) {
    StepBuilder<O> step = begin(state, clocks, panes);
    for (int i = 0; i < groups.length; i++) {
      onProcessingTime(groups[i], i, state, step);
    }
    return step.buildAfterTimer(pending(state));
  }

  /** Starts a step with everything that is due by the watermark. */
  private StepBuilder<O> begin(KeyState state, Clocks clocks, Consumer<FiredPane<O>> panes) {
    Clocks now = clocks;
    if (clocks.watermarkMillis() < state.watermark()) {
      // a restored runner starts with a watermark that is behind what the key has seen
      now = new Clocks(state.watermark(), clocks.processingTimeMillis());
    }
    start(state, now.watermarkMillis());
    TimerRequest pending = pending(state);
    TimerRequest set = state.takeHasOldTimers() ? TimerRequest.NOTHING : pending;
    StepBuilder<O> step = new StepBuilder<>(state.watermark(), now, set, panes);
    if (now.watermarkMillis() > pending.eventTimeMillis()) {
      for (int i = 0; i < groups.length; i++) {
        onWatermark(groups[i], i, state, step);
      }
    }
    state.setWatermark(now.watermarkMillis());
    step.watermarkIsDealtWith();
    return step;
  }

  private TimerRequest pending(KeyState state) {
    TimerRequest pending = pending(groups[0], 0, state);
    for (int i = 1; i < groups.length; i++) {
      pending = pending.and(pending(groups[i], i, state));
    }
    return pending;
  }

  // One method for each call of a group, to give the type of its state a name.

  private <S extends GroupState> void lend(
      WindowGroup<V, S, O> group, int position, KeyState state, Supplier<ColdPages> cold) {
    group.lend(stateOf(state, position), cold);
  }

  private <S extends GroupState> ColdPages chill(
      WindowGroup<V, S, O> group, int position, KeyState state) {
    return group.chill(stateOf(state, position));
  }

  private <S extends GroupState> void adopt(
      WindowGroup<V, S, O> group, int position, KeyState state, boolean ofEarlierWindows) {
    group.adopt(stateOf(state, position), ofEarlierWindows, state.watermark());
  }

  /** Lets a key that may have had something before an update know when it begins again. */
  private void start(KeyState state, long watermarkMillis) {
    if (origins.earlierOrNull() != null) {
      start(groups[0], 0, state, watermarkMillis);
    }
  }

  private <S extends GroupState> void start(
      WindowGroup<V, S, O> group, int position, KeyState state, long watermarkMillis) {
    group.start(stateOf(state, position), watermarkMillis);
  }

  private <S extends GroupState> ElementOutcome onElement(
      WindowGroup<V, S, O> group,
      int position,
      KeyState state,
      V value,
      long timestampMillis,
      StepBuilder<O> step) {
    return group.onElement(stateOf(state, position), value, timestampMillis, step);
  }

  private <S extends GroupState> void onWatermark(
      WindowGroup<V, S, O> group, int position, KeyState state, StepBuilder<O> step) {
    S own = stateOf(state, position);
    if (step.watermarkMillis() > group.pending(own).eventTimeMillis()) {
      group.onWatermark(own, step);
      step.markChanged();
    }
  }

  private <S extends GroupState> void onProcessingTime(
      WindowGroup<V, S, O> group, int position, KeyState state, StepBuilder<O> step) {
    group.onProcessingTime(stateOf(state, position), step);
  }

  private <S extends GroupState> TimerRequest pending(
      WindowGroup<V, S, O> group, int position, KeyState state) {
    return group.pending(stateOf(state, position));
  }

  // The accumulators of a hot state are those of the engine's function.

  @SuppressWarnings("unchecked")
  private <A> HotOutcome buffer(
      BufferingGroup<V, A, ?, O> group, HotState<?> hot, V value, long timestamp, long watermark) {
    return group.buffer((HotState<A>) hot, value, timestamp, watermark);
  }

  @SuppressWarnings("unchecked")
  private <A, S extends GroupState> void takeIn(
      BufferingGroup<V, A, S, O> group, HotState<?> hot, KeyState state) {
    group.takeIn((HotState<A>) hot, stateOf(state, 0));
  }

  /** The states of a key are in the order of its groups, each made or read by its group's code. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <S extends GroupState> S stateOf(KeyState state, int position) {
    return (S) state.group(position);
  }
}
