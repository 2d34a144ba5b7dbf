package io.slicewise.core.ordered;

import io.slicewise.core.engine.ElementOutcome;
import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.engine.WindowGroup;
import io.slicewise.core.pane.FiredPane;
import io.slicewise.core.pane.OverRow;
import io.slicewise.core.pane.PaneTiming;
import io.slicewise.core.slice.AccumulatorCodec;
import io.slicewise.core.slice.AggregateFunction;
import io.slicewise.core.window.CountWindows;
import io.slicewise.core.window.GlobalWindowPlan;
import io.slicewise.core.window.OverFrame;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.TimeWindow;
import java.util.ArrayList;
import java.util.List;

/**
 * Elements of a key that are taken in order of event time, those of the same timestamp in order of
 * arrival: each once the watermark is beyond it by the allowed lateness, so that none can come
 * before it any more. One that comes later is too late.
 *
 * <pre>
 * lateness 0    element at 5   at 3   watermark 4   at 3, too late   watermark 6
 * taken                               3                              5
 * </pre>
 *
 * <p>Cost: one addition to the elements that wait, and about three merges for each result.
 *
 * @param <V> the type of the elements
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
public final class OrderedElements<V, A, R> implements WindowGroup<V, OrderedState<V, A>, R> {
  private static final TimeWindow ALL_TIME = new GlobalWindowPlan().windowAt(0);

  private final long allowedLatenessMillis;
  private final AccumulatorCodec<V> elements;
  private final Frames<V, A, R> frames;

  private OrderedElements(
      long allowedLatenessMillis, AccumulatorCodec<V> elements, Frames<V, A, R> frames) {
    this.allowedLatenessMillis = allowedLatenessMillis;
    this.elements = elements;
    this.frames = frames;
  }

  /** Each element with the aggregate of its frame. */
  public static <V, A, O> OrderedElements<V, A, OverRow<V, O>> over(
      OverFrame frame,
      long allowedLatenessMillis,
      AccumulatorCodec<V> elements,
      AggregateFunction<V, A, O> function) {
    Frames<V, A, OverRow<V, O>> frames =
        frame instanceof OverFrame.Range range
            ? new RangeFrames<>(range, function)
            : new RowFrames<>((OverFrame.Rows) frame, function);
    return new OrderedElements<>(allowedLatenessMillis, elements, frames);
  }

  /** The aggregates of windows of a number of elements. */
  public static <V, A, O> OrderedElements<V, A, O> count(
      CountWindows windows,
      long allowedLatenessMillis,
      AccumulatorCodec<V> elements,
      AggregateFunction<V, A, O> function) {
    return new OrderedElements<>(
        allowedLatenessMillis, elements, new CountFrames<>(windows, function));
  }

  @Override
  public OrderedState<V, A> newState() {
    return new OrderedState<>();
  }

  @Override
  public boolean usesProcessingTime() {
    return false;
  }

  @Override
  public void onProcessingTime(OrderedState<V, A> state, StepBuilder<R> step) {
    // only the watermark matters
  }

  @Override
  public ElementOutcome onElement(
      OrderedState<V, A> state, V value, long timestampMillis, StepBuilder<R> step) {
    if (step.watermarkMillis() > expiryOf(timestampMillis)) {
      return ElementOutcome.TOO_LATE;
    }
    state.waiting().add(Waiting.of(timestampMillis, value));
    step.markChanged();
    return ElementOutcome.ACCEPTED;
  }

  @Override
  public void onWatermark(OrderedState<V, A> state, StepBuilder<R> step) {
    Frames.Results<R> results =
        (value, timestamp, merges) -> step.emit(resultOf(value, timestamp, merges));
    List<Waiting<V>> waiting = state.waiting().all();
    int due = 0;
    while (due < waiting.size() && isDue(waiting.get(due).timestampMillis(), step)) {
      long timestamp = waiting.get(due).timestampMillis();
      List<V> peers = new ArrayList<>();
      for (; due < waiting.size() && waiting.get(due).timestampMillis() == timestamp; due++) {
        peers.add(waiting.get(due).value(elements));
      }
      frames.take(state, timestamp, peers, results);
    }
    state.waiting().removeFirst(due);
    if (step.watermarkMillis() > TimeBounds.LAST_WINDOW_INSTANT) {
      frames.end(state, results);
      state.setPosition(0);
      state.taken().clear();
    } else {
      frames.forget(state, earliestToCome(step.watermarkMillis()));
    }
  }

  /** The earliest timestamp that an element may have whose turn is still to come. */
  private long earliestToCome(long watermarkMillis) {
    boolean anyMayCome = allowedLatenessMillis > watermarkMillis - TimeBounds.MIN_TIMESTAMP;
    return anyMayCome ? TimeBounds.MIN_TIMESTAMP : watermarkMillis - allowedLatenessMillis;
  }

  private boolean isDue(long timestampMillis, StepBuilder<R> step) {
    return expiryOf(timestampMillis) < step.watermarkMillis();
  }

  private FiredPane<R> resultOf(R value, long timestampMillis, int merges) {
    return new FiredPane<>(
        0, ALL_TIME, value, PaneTiming.ON_TIME, 0, 0, true, true, timestampMillis, false, merges);
  }

  @Override
  public TimerRequest pending(OrderedState<V, A> state) {
    if (state.isEmpty()) {
      return TimerRequest.NOTHING;
    }
    long wakeTime =
        state.taken().isEmpty()
            ? TimeBounds.LAST_WINDOW_INSTANT
            : expiryOf(frames.neededUntil(state));
    long hold = wakeTime;
    if (!state.waiting().isEmpty()) {
      long first = state.waiting().firstTimestamp();
      wakeTime = Math.min(wakeTime, expiryOf(first));
      hold = Math.min(wakeTime, first);
    }
    return new TimerRequest(wakeTime, hold, TimerRequest.NONE);
  }

  @Override
  public long expiryOf(long timestampMillis) {
    return TimeBounds.plusWithinTime(timestampMillis, allowedLatenessMillis);
  }
}
