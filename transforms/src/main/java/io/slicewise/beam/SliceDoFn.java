package io.slicewise.beam;

import io.slicewise.core.engine.Clocks;
import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.HotOutcome;
import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.Step;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.slice.ColdPages;
import org.apache.beam.sdk.state.StateSpec;
import org.apache.beam.sdk.state.StateSpecs;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.state.Timer;
import org.apache.beam.sdk.state.TimerSpec;
import org.apache.beam.sdk.state.TimerSpecs;
import org.apache.beam.sdk.state.ValueState;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection.IsBounded;
import org.joda.time.Duration;
import org.joda.time.Instant;

/**
 * Runs a {@link KeyEngine} in Beam's global window: gives it elements, timers and clocks, and does
 * what its steps say. It decides nothing itself.
 *
 * <p>A key has three state cells, each read and written at most once per callback: what most
 * elements need, what is needed when something is due, and slices that no firing has needed for a
 * while. There is one timer of each kind per key; they are only ever set again, never cleared,
 * because a cleared timer still fires on some runners. A firing that finds no state, or nothing
 * due, does nothing.
 *
 * <p>The names of the state and the timers and the coder of the state must stay as they are: a
 * running pipeline is updated by them.
 */
final class SliceDoFn<K, V, O, R> extends DoFn<KV<K, V>, KV<K, R>> {
  private static final long serialVersionUID = 1L;

  static final String KEY_STATE = "key";
  static final String HOT_STATE = "hot";
  static final String COLD_STATE = "cold";
  static final String EVENT_TIME_TIMER = "eventTime";
  static final String PROCESSING_TIME_TIMER = "processingTime";

  @StateId(KEY_STATE)
  private final StateSpec<ValueState<KeyState>> keyStateSpec;

  @StateId(HOT_STATE)
  private final StateSpec<ValueState<HotState<?>>> hotStateSpec;

  @StateId(COLD_STATE)
  private final StateSpec<ValueState<ColdPages>> coldStateSpec;

  @TimerId(EVENT_TIME_TIMER)
  private final TimerSpec eventTimeSpec = TimerSpecs.timer(TimeDomain.EVENT_TIME);

  @TimerId(PROCESSING_TIME_TIMER)
  private final TimerSpec processingTimeSpec = TimerSpecs.timer(TimeDomain.PROCESSING_TIME);

  private final KeyedAggregation<V, O> aggregation;
  private final PaneOutput<K, O, R> paneOutput;

  private final SideOutputs sideOutputs;

  /** Whether the input is bounded, so that no element is late. */
  private final boolean bounded;

  /** Null until the first callback. */
  private transient KeyEngine<V, O> engine;

  private transient WatermarkClock watermarkClock;
  private transient StepMetrics metrics;

  SliceDoFn(
      KeyedAggregation<V, O> aggregation,
      PaneOutput<K, O, R> paneOutput,
      SideOutputs sideOutputs,
      IsBounded bounded) {
    this.aggregation = aggregation;
    this.paneOutput = paneOutput;
    this.sideOutputs = sideOutputs;
    this.bounded = bounded == IsBounded.BOUNDED;
    this.keyStateSpec = StateSpecs.value(aggregation.stateCoder());
    this.hotStateSpec = StateSpecs.value(aggregation.hotStateCoder());
    this.coldStateSpec = StateSpecs.value(aggregation.coldPagesCoder());
  }

  /** Which outputs there are beside those of the panes. */
  SideOutputs sideOutputs() {
    return sideOutputs;
  }

  /** Makes what is not serialized. */
  @Setup
  public void setup() {
    watermarkClock = new WatermarkClock();
    metrics = new StepMetrics();
  }

  /** Starts counting anew. */
  @StartBundle
  public void startBundle() {
    metrics.reset();
  }

  /** Adds an element, after whatever is due before it. */
  @ProcessElement
  public void processElement(
      ProcessContext context,
      @AlwaysFetched @StateId(HOT_STATE) ValueState<HotState<?>> hotState,
      @StateId(KEY_STATE) ValueState<KeyState> keyState,
      @StateId(COLD_STATE) ValueState<ColdPages> coldState,
      @TimerId(EVENT_TIME_TIMER) Timer eventTimer,
      @TimerId(PROCESSING_TIME_TIMER) Timer processingTimer) {
    KV<K, V> element = context.element();
    long timestamp = context.timestamp().getMillis();
    long count = aggregation.countOf(element.getValue());
    long watermark = watermarkClock.now(eventTimer);
    makeEngine(eventTimer);
    HotState<?> hot = readHot(hotState);
    if (hot != null) {
      long timerBefore = hot.nextEventTime();
      HotOutcome outcome = engine.buffer(hot, element.getValue(), timestamp, watermark);
      if (outcome == HotOutcome.TAKEN) {
        metrics.accepted(count);
        hotState.write(hot);
        if (hot.nextEventTime() != timerBefore) {
          setEventTimer(hot.timers(), eventTimer);
        }
        return;
      }
      if (outcome == HotOutcome.TOO_LATE) {
        metrics.tooLate(count, engine.expiredWindowsOf(timestamp));
        emitLate(context, watermark);
        return;
      }
    }
    KeyCells cells = new KeyCells(engine, hot, hotState, keyState, coldState);
    KeyState state = cells.readOrNew();
    Step<O> step =
        engine.onElement(
            state,
            element.getValue(),
            timestamp,
            new Clocks(watermark, processingTimeMillis(processingTimer)),
            pane -> emit(pane, context, element.getKey()));
    metrics.element(step, count);
    if (step.outcome() == ElementOutcome.TOO_LATE) {
      emitLate(context, watermark);
    } else if (sideOutputs.future() && step.outcome() == ElementOutcome.TOO_EARLY) {
      paneOutput.emitAside(context, context.timestamp(), SideOutputs.futureTag(), element);
    }
    // A late element that changes nothing costs no write.
    if (step.stateChanged() || cells.changed()) {
      store(state, cells);
      setEventTimer(step.timers(), eventTimer);
      setProcessingTimer(step.timers(), Long.MIN_VALUE, processingTimer);
    }
  }

  /** Fires what the watermark has made due. */
  @OnTimer(EVENT_TIME_TIMER)
  public void onEventTime(
      OnTimerContext context,
      @Key K key,
      @AlwaysFetched @StateId(HOT_STATE) ValueState<HotState<?>> hotState,
      @AlwaysFetched @StateId(KEY_STATE) ValueState<KeyState> keyState,
      @StateId(COLD_STATE) ValueState<ColdPages> coldState,
      @TimerId(EVENT_TIME_TIMER) Timer eventTimer,
      @TimerId(PROCESSING_TIME_TIMER) Timer processingTimer) {
    makeEngine(eventTimer);
    HotState<?> hot = engine.buffers() ? hotState.read() : null;
    KeyCells cells = new KeyCells(engine, hot, hotState, keyState, coldState);
    KeyState state = cells.readStored();
    if (state == null) {
      return;
    }
    Clocks clocks =
        new Clocks(
            watermarkClock.atEventTimer(eventTimer, context.fireTimestamp()),
            processingTimeMillis(processingTimer));
    Step<O> step = engine.onWatermark(state, clocks, pane -> emit(pane, context, key));
    store(state, cells);
    metrics.flush();
    setEventTimer(step.timers(), eventTimer);
    setProcessingTimer(step.timers(), Long.MIN_VALUE, processingTimer);
  }

  /** Fires what the processing time has made due. */
  @OnTimer(PROCESSING_TIME_TIMER)
  public void onProcessingTime(
      OnTimerContext context,
      @Key K key,
      @AlwaysFetched @StateId(HOT_STATE) ValueState<HotState<?>> hotState,
      @AlwaysFetched @StateId(KEY_STATE) ValueState<KeyState> keyState,
      @StateId(COLD_STATE) ValueState<ColdPages> coldState,
      @TimerId(EVENT_TIME_TIMER) Timer eventTimer,
      @TimerId(PROCESSING_TIME_TIMER) Timer processingTimer) {
    makeEngine(eventTimer);
    HotState<?> hot = engine.buffers() ? hotState.read() : null;
    KeyCells cells = new KeyCells(engine, hot, hotState, keyState, coldState);
    KeyState state = cells.readStored();
    if (state == null) {
      return;
    }
    Clocks clocks =
        new Clocks(watermarkClock.now(eventTimer), processingTimeMillis(processingTimer));
    Step<O> step = engine.onProcessingTime(state, clocks, pane -> emit(pane, context, key));
    store(state, cells);
    metrics.flush();
    setEventTimer(step.timers(), eventTimer);
    // A target is due strictly after it, but some runners fire a timer right at it. Set to the same
    // time again, such a timer would fire at once and forever.
    setProcessingTimer(step.timers(), context.fireTimestamp().getMillis() + 1, processingTimer);
  }

  /** Reports the bundle's counts. */
  @FinishBundle
  public void finishBundle() {
    metrics.flush();
  }

  /**
   * Where a firing alone tells of the watermark, that of the end of a window does not tell that the
   * window has expired, so that its pane is the last. In a bounded input it is.
   */
  private void makeEngine(Timer eventTimer) {
    if (engine == null) {
      engine =
          bounded && !watermarkClock.isLive(eventTimer)
              ? aggregation.engineWithoutLateness()
              : aggregation.engine();
    }
  }

  private void emit(FiredPane<O> pane, WindowedContext context, K key) {
    paneOutput.emit(context, key, pane);
    metrics.pane(pane);
  }

  /** The hot state of a key, or null if the engine keeps none. */
  private HotState<?> readHot(ValueState<HotState<?>> hotState) {
    if (!engine.buffers()) {
      return null;
    }
    HotState<?> hot = hotState.read();
    return hot == null ? new HotState<>() : hot;
  }

  private void store(KeyState state, KeyCells cells) {
    metrics.slicesAfterPanes(state.liveSlices());
    cells.store(state);
  }

  /** Emits an element that is too late for all its windows, if there is an output for it. */
  private void emitLate(ProcessContext context, long watermarkMillis) {
    if (!sideOutputs.late()) {
      return;
    }
    KV<K, V> element = context.element();
    long expiryMillis = engine.expiryOf(context.timestamp().getMillis());
    // The engine goes by the key's highest watermark, which this one may be behind.
    Instant watermark = Instant.ofEpochMilli(Math.max(watermarkMillis, expiryMillis + 1));
    LateElement<Object> late =
        new LateElement<>(
            aggregation.lateValueOf(element.getValue()),
            context.timestamp(),
            watermark,
            Instant.ofEpochMilli(expiryMillis));
    paneOutput.emitAside(
        context, context.timestamp(), SideOutputs.lateTag(), KV.of(element.getKey(), late));
  }

  /** The processing time, or 0 if no trigger looks at it. */
  private long processingTimeMillis(Timer processingTimer) {
    return engine.usesProcessingTime() ? processingTimer.getCurrentRelativeTime().getMillis() : 0;
  }

  private static void setEventTimer(TimerRequest timers, Timer eventTimer) {
    if (timers.hasEventTime()) {
      eventTimer
          .withOutputTimestamp(Instant.ofEpochMilli(timers.outputHoldMillis()))
          .set(Instant.ofEpochMilli(timers.eventTimeMillis()));
    }
  }

  private static void setProcessingTimer(
      TimerRequest timers, long earliestMillis, Timer processingTimer) {
    if (timers.hasProcessingTime()) {
      processingTimer
          .withNoOutputTimestamp()
          .set(Instant.ofEpochMilli(Math.max(timers.processingTimeMillis(), earliestMillis)));
    }
  }

  /** Panes may be earlier than the element that makes them fire, by any length of time. */
  @Override
  @SuppressWarnings("deprecation") // There is no replacement yet, and every runner honours it.
  public Duration getAllowedTimestampSkew() {
    return Duration.millis(Long.MAX_VALUE);
  }

  @Override
  public void populateDisplayData(DisplayData.Builder builder) {
    super.populateDisplayData(builder);
    aggregation.populateDisplayData(builder);
  }
}
