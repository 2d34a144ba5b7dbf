package io.slicewise.pipelines.explain;

import io.slicewise.core.WindowedAggregation;
import io.slicewise.core.engine.Clocks;
import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.HotOutcome;
import io.slicewise.core.engine.HotState;
import io.slicewise.core.engine.KeyEngine;
import io.slicewise.core.engine.KeyState;
import io.slicewise.core.engine.Step;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.slice.ChillRule;
import io.slicewise.core.slice.ColdPages;
import io.slicewise.core.sliced.FoldChoice;
import io.slicewise.core.window.TimeBounds;
import java.util.function.Consumer;

/**
 * One key on the engine, with the three cells of state that the transform keeps of it: it tries the
 * hot one first, counts what is written, and forgets all when nothing is left.
 */
final class OneKey {
  private final KeyEngine<Long, Long> engine;
  private final Consumer<FiredPane<Long>> panes;
  private long watermark = TimeBounds.MIN_TIMESTAMP;
  private HotState<Long> hot;
  private KeyState state;
  private ColdPages cold = ColdPages.NONE;
  private TimerRequest timers = TimerRequest.NOTHING;
  private long writes;
  private long timersSet;

  /**
   * A key that has had nothing.
   *
   * @param panes takes each pane as it fires
   */
  OneKey(WindowedAggregation aggregation, CountFunction function, Consumer<FiredPane<Long>> panes) {
    this.engine = aggregation.engine(function, FoldChoice.BY_COST, ChillRule.USUAL);
    this.panes = panes;
  }

  /**
   * What became of an element.
   *
   * @param expiredWindows for how many of its windows it came too late
   */
  record Taken(ElementOutcome outcome, long expiredWindows) {}

  Taken element(long timestampMillis) {
    if (engine.buffers()) {
      HotState<Long> buffer = hot == null ? new HotState<>() : hot;
      long timerBefore = buffer.nextEventTime();
      HotOutcome outcome = engine.buffer(buffer, 1L, timestampMillis, watermark);
      if (outcome == HotOutcome.TAKEN) {
        hot = buffer;
        writes++;
        if (hot.nextEventTime() != timerBefore) {
          request(hot.timers());
        }
        return new Taken(ElementOutcome.ACCEPTED, 0);
      }
      if (outcome == HotOutcome.TOO_LATE) {
        return new Taken(ElementOutcome.TOO_LATE, engine.expiredWindowsOf(timestampMillis));
      }
    }
    boolean hadBuffered = hot != null && hot.slices().size() > 0;
    takeIn();
    Step<Long> step = engine.onElement(state, 1L, timestampMillis, clocks(), panes);
    if (step.stateChanged() || hadBuffered) {
      store(step);
    } else if (state.isEmpty()) {
      forget();
    }
    return new Taken(step.outcome(), step.expiredWindows());
  }

  /** The watermark moves; the timer of the key fires if it is due. */
  void watermark(long millis) {
    watermark = millis;
    if (timers.eventTimeMillis() >= millis) {
      return;
    }
    takeIn();
    store(engine.onWatermark(state, clocks(), panes));
  }

  private Clocks clocks() {
    return new Clocks(watermark, 0);
  }

  private void takeIn() {
    state = state == null ? engine.newState() : state;
    engine.lend(state, () -> cold);
    if (hot != null) {
      engine.takeIn(hot, state);
    }
  }

  private void store(Step<Long> step) {
    request(step.timers());
    if (state.isEmpty()) {
      forget();
      return;
    }
    ColdPages apart = engine.chill(state);
    if (apart != null) {
      cold = apart;
      writes++;
    }
    writes++;
    if (engine.buffers()) {
      hot = hot == null ? new HotState<>() : hot;
      engine.update(hot, state);
      writes++;
    }
  }

  private void request(TimerRequest request) {
    if (request.hasEventTime() || request.hasProcessingTime()) {
      timers = request;
      timersSet++;
    }
  }

  private void forget() {
    state = null;
    hot = null;
    cold = ColdPages.NONE;
    timers = TimerRequest.NOTHING;
  }

  /** The partial aggregates that are stored now. */
  int slices() {
    return (state == null ? 0 : state.liveSlices()) + (hot == null ? 0 : hot.slices().size());
  }

  /** When the key is woken next, at the latest; {@link TimerRequest#NONE} if it sleeps. */
  long wakesAt() {
    return timers.eventTimeMillis();
  }

  /** How often a cell of state was written so far. */
  long writes() {
    return writes;
  }

  /** How often a timer was set so far. */
  long timersSet() {
    return timersSet;
  }

  /** The timers that may be set at a time: one, and one of processing time if a trigger asks. */
  int timers() {
    return engine.usesProcessingTime() ? 2 : 1;
  }

  /** The last watermark at which an element counts. */
  long expiryOf(long timestampMillis) {
    return engine.expiryOf(timestampMillis);
  }
}
