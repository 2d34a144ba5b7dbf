package io.slicewise.oracle;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.runners.core.InMemoryTimerInternals;
import org.apache.beam.runners.core.LateDataUtils;
import org.apache.beam.runners.core.MergingActiveWindowSet;
import org.apache.beam.runners.core.NullSideInputReader;
import org.apache.beam.runners.core.ReduceFn;
import org.apache.beam.runners.core.ReduceFnRunner;
import org.apache.beam.runners.core.StateNamespaces;
import org.apache.beam.runners.core.TestInMemoryStateInternals;
import org.apache.beam.runners.core.TimerInternals.TimerData;
import org.apache.beam.runners.core.triggers.ExecutableTriggerStateMachine;
import org.apache.beam.sdk.state.TimeDomain;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.apache.beam.sdk.transforms.windowing.PaneInfo;
import org.apache.beam.sdk.transforms.windowing.WindowFn;
import org.apache.beam.sdk.util.WindowedValueReceiver;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.WindowedValues;
import org.apache.beam.sdk.values.WindowingStrategy;
import org.joda.time.Instant;

/**
 * One key in Beam's {@code ReduceFnRunner}, driven as the direct runner drives it, one element at a
 * time: the output watermark follows the key's own holds and pending event-time timers, and the
 * timers that come due together are one batch.
 */
final class KeyOracle {
  private final WindowingStrategy<Object, BoundedWindow> strategy;
  private final TestInMemoryStateInternals<String> state;
  private final InMemoryTimerInternals timers = new InMemoryTimerInternals();
  private final ReduceFnRunner<String, Object, Object, BoundedWindow> runner;
  private long outputWatermark = BoundedWindow.TIMESTAMP_MIN_VALUE.getMillis();

  KeyOracle(
      String key,
      WindowingStrategy<Object, BoundedWindow> strategy,
      ExecutableTriggerStateMachine trigger,
      ReduceFn<String, Object, Object, BoundedWindow> reduceFn,
      WindowedValueReceiver<KV<String, Object>> receiver)
      throws Exception {
    this.strategy = strategy;
    this.state = new TestInMemoryStateInternals<>(key);
    timers.advanceProcessingTime(Instant.ofEpochMilli(0));
    timers.advanceSynchronizedProcessingTime(Instant.ofEpochMilli(0));
    this.runner =
        new ReduceFnRunner<>(
            key,
            strategy,
            trigger,
            state,
            timers,
            receiver,
            NullSideInputReader.empty(),
            reduceFn,
            null);
  }

  /** Those of {@code windows} that have expired. */
  int countExpired(List<BoundedWindow> windows) {
    return windows.size() - open(windows).size();
  }

  private List<BoundedWindow> open(List<BoundedWindow> windows) {
    List<BoundedWindow> open = new ArrayList<>();
    for (BoundedWindow window : windows) {
      Instant expiry = LateDataUtils.garbageCollectionTime(window, strategy);
      if (!expiry.isBefore(timers.currentInputWatermarkTime())) {
        open.add(window);
      }
    }
    return open;
  }

  /** Adds an element to those of its windows that have not expired. */
  void onElement(Object value, long timestamp, List<BoundedWindow> windows) throws Exception {
    List<BoundedWindow> open = open(windows);
    if (!open.isEmpty()) {
      advanceOutputWatermark();
      runner.processElements(
          List.of(
              WindowedValues.of(value, Instant.ofEpochMilli(timestamp), open, PaneInfo.NO_FIRING)));
      runner.persist();
    }
  }

  /** Moves the input watermark and fires what is due. */
  void onWatermark(long watermark) throws Exception {
    timers.advanceInputWatermark(Instant.ofEpochMilli(watermark));
    fireDueTimers(TimeDomain.EVENT_TIME);
  }

  /** Moves processing time and fires what is due. */
  void onProcessingTime(long now) throws Exception {
    timers.advanceProcessingTime(Instant.ofEpochMilli(now));
    timers.advanceSynchronizedProcessingTime(Instant.ofEpochMilli(now));
    fireDueTimers(TimeDomain.PROCESSING_TIME);
    fireDueTimers(TimeDomain.SYNCHRONIZED_PROCESSING_TIME);
  }

  /** Whether no window is left: each waits for its expiry. */
  boolean isIdle() {
    return timers.getNextTimer(TimeDomain.EVENT_TIME) == null;
  }

  private void fireDueTimers(TimeDomain domain) throws Exception {
    while (true) {
      advanceOutputWatermark();
      List<TimerData> batch = new ArrayList<>();
      for (TimerData timer = removeDue(domain); timer != null; timer = removeDue(domain)) {
        batch.add(timer);
      }
      if (batch.isEmpty()) {
        return;
      }
      batch.removeIf(this::isOfMergedWindow);
      runner.onTimers(batch);
      runner.persist();
    }
  }

  /**
   * Whether {@code timer} is a processing-time timer of a window that has become part of another.
   * Beam leaves it and means it to be ignored, but if the old window is over and has not expired,
   * it sets a timer for that expiry, which holds the output watermark back for no one.
   */
  private boolean isOfMergedWindow(TimerData timer) {
    if (!strategy.needsMerge() || timer.getDomain() == TimeDomain.EVENT_TIME) {
      return false;
    }
    WindowFn<Object, BoundedWindow> windowFn = windowFn();
    return timer.getNamespace() instanceof StateNamespaces.WindowNamespace<?> namespace
        && !new MergingActiveWindowSet<>(windowFn, state)
            .getActiveAndNewWindows()
            .contains(namespace.getWindow());
  }

  @SuppressWarnings("unchecked")
  private WindowFn<Object, BoundedWindow> windowFn() {
    return strategy.getWindowFn();
  }

  private TimerData removeDue(TimeDomain domain) {
    return switch (domain) {
      case EVENT_TIME -> timers.removeNextEventTimer();
      case PROCESSING_TIME -> timers.removeNextProcessingTimer();
      default -> timers.removeNextSynchronizedProcessingTimer();
    };
  }

  /** Moves the output watermark as far as holds and pending timers allow; returns it. */
  long advanceOutputWatermark() {
    long limit = timers.currentInputWatermarkTime().getMillis();
    limit = atMost(limit, state.earliestWatermarkHold());
    limit = atMost(limit, timers.getNextTimer(TimeDomain.EVENT_TIME));
    outputWatermark = Math.max(outputWatermark, limit);
    timers.advanceOutputWatermark(Instant.ofEpochMilli(outputWatermark));
    return outputWatermark;
  }

  private static long atMost(long limit, Instant hold) {
    return hold == null ? limit : Math.min(limit, hold.getMillis());
  }
}
