package io.slicewise.core.sliced;

import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.engine.WindowingSpec;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.WindowPlan;

/**
 * When a key must be woken, and how far the output watermark may go until then. The output
 * watermark of a key is the least of the input watermark, the timestamp holds of its windows, and
 * the event-time timers they wait for, as Beam has it for a transform with a single key.
 */
final class KeyTimers {
  private final WindowingSpec spec;
  private final WindowPlan windows;
  private final Expiry expiry;
  private final boolean dormantUntilEnd;
  private final boolean usesProcessingTime;

  KeyTimers(WindowingSpec spec, WindowPlan windows, TriggerMachine machine) {
    this.spec = spec;
    this.windows = windows;
    this.expiry = new Expiry(windows, spec.allowedLatenessMillis());
    this.dormantUntilEnd = machine.isDormantUntilEnd();
    this.usesProcessingTime = machine.usesProcessingTime();
  }

  /** The output watermark of the key before the event of {@code step}. */
  long outputWatermark(SlicedState<?> state, StepBuilder<?> step) {
    long hold =
        spec.timestampCombiner() == TimestampCombiner.LATEST
            ? earliestHold(state, step.previousWatermarkMillis())
            : state.earliestHold();
    return Math.min(step.watermarkMillis(), Math.min(hold, state.nextEventTime()));
  }

  /** The ordinal of the first window from {@code window} on that has data, or NONE. */
  long firstWindowWithData(SliceStore<?> slices, long window) {
    if (window == Long.MAX_VALUE) {
      return SliceStore.NONE;
    }
    long slice = slices.firstSliceFrom(windows.firstSliceOf(window));
    return slice == SliceStore.NONE
        ? SliceStore.NONE
        : Math.max(window, windows.firstWindowOf(slice));
  }

  /**
   * The timestamp that an element may give the panes of its windows, or NONE if it comes too late
   * to hold the output watermark back, or if panes have the timestamp of the end of their window.
   */
  long elementHold(SlicedState<?> state, long timestampMillis, StepBuilder<?> step) {
    if (spec.timestampCombiner() == TimestampCombiner.END_OF_WINDOW) {
      return SliceStore.NONE;
    }
    boolean tooLate =
        timestampMillis < step.watermarkMillis() && timestampMillis < outputWatermark(state, step);
    return tooLate ? SliceStore.NONE : timestampMillis;
  }

  /** The timestamp that an element with {@code elementHold} gives a window that is not over. */
  long holdIn(long window, long elementHold) {
    return spec.timestampCombiner() == TimestampCombiner.END_OF_WINDOW
        ? windows.maxTimestampOf(window)
        : elementHold;
  }

  /** Takes into account an element whose windows from {@code firstOpenWindow} on have no record. */
  void addDormant(SlicedState<?> state, long firstOpenWindow, long elementHold) {
    long maxTimestamp = windows.maxTimestampOf(firstOpenWindow);
    state.setNextEventTime(Math.min(state.nextEventTime(), maxTimestamp));
    state.setEarliestHold(Math.min(state.earliestHold(), elementHold));
  }

  /** Takes into account a record that an element has changed. */
  void addRecord(SlicedState<?> state, WindowRecord record) {
    long next =
        record.waitsForEnd() ? windows.maxTimestampOf(record.window()) : expiry.of(record.window());
    state.setNextEventTime(Math.min(state.nextEventTime(), next));
    state.setEarliestHold(Math.min(state.earliestHold(), record.hold()));
  }

  /** The timestamp of the first pane of a window without a record, or NONE. */
  long dormantHold(SliceStore<?> slices, long window) {
    if (spec.timestampCombiner() == TimestampCombiner.END_OF_WINDOW) {
      return windows.maxTimestampOf(window);
    }
    return slices.hold(
        windows.firstSliceOf(window), windows.endSliceOf(window), spec.timestampCombiner());
  }

  /** Computes both times from scratch, after windows have fired or expired. */
  void recompute(SlicedState<?> state, long watermarkMillis) {
    long next = TimerRequest.NONE;
    WindowRecords records = state.records();
    if (records.size() > 0) {
      next = expiry.of(records.get(0).window());
    }
    int firstOpen = records.positionOf(windows.firstOpenWindow(watermarkMillis));
    for (int i = firstOpen; i < records.size(); i++) {
      if (records.get(i).waitsForEnd()) {
        next = Math.min(next, windows.maxTimestampOf(records.get(i).window()));
        break;
      }
    }
    long dormant = firstDormantWindow(state, watermarkMillis);
    if (dormant != SliceStore.NONE) {
      next = Math.min(next, windows.maxTimestampOf(dormant));
    }
    state.setNextEventTime(next);
    state.setEarliestHold(earliestHold(state, watermarkMillis));
  }

  /** The timers the key waits for. */
  TimerRequest pending(SlicedState<?> state) {
    long next = state.nextEventTime();
    if (next == TimerRequest.NONE) {
      return TimerRequest.NOTHING;
    }
    long processingTime = usesProcessingTime ? nextProcessingTime(state) : TimerRequest.NONE;
    return new TimerRequest(next, Math.min(next, state.earliestHold()), processingTime);
  }

  private static long nextProcessingTime(SlicedState<?> state) {
    long next = TimerRequest.NONE;
    WindowRecords records = state.records();
    for (int i = 0; i < records.size(); i++) {
      long[] targets = records.get(i).processingTimers();
      if (targets.length > 0) {
        next = Math.min(next, targets[0]);
      }
    }
    return next;
  }

  private long firstDormantWindow(SlicedState<?> state, long watermarkMillis) {
    return dormantUntilEnd
        ? firstWindowWithData(state.slices(), windows.firstOpenWindow(watermarkMillis))
        : SliceStore.NONE;
  }

  private long earliestHold(SlicedState<?> state, long watermarkMillis) {
    long hold = WindowRecord.NO_HOLD;
    WindowRecords records = state.records();
    for (int i = 0; i < records.size(); i++) {
      hold = Math.min(hold, records.get(i).hold());
    }
    long dormant = firstDormantWindow(state, watermarkMillis);
    return dormant == SliceStore.NONE ? hold : Math.min(hold, earliestDormantHold(state, dormant));
  }

  /** The earliest hold of the windows without a record, of which {@code first} is the first. */
  private long earliestDormantHold(SlicedState<?> state, long first) {
    long firstSlice = windows.firstSliceOf(first);
    return switch (spec.timestampCombiner()) {
      case END_OF_WINDOW -> windows.maxTimestampOf(first);
      case EARLIEST -> state.slices().hold(firstSlice, SliceStore.NONE, TimestampCombiner.EARLIEST);
      case LATEST -> earliestLatest(state, first);
    };
  }

  /** The latest timestamp of a window grows with the window, so the first that has one decides. */
  private long earliestLatest(SlicedState<?> state, long first) {
    long window = first;
    while (window != SliceStore.NONE) {
      long hold = dormantHold(state.slices(), window);
      if (hold != SliceStore.NONE) {
        return hold;
      }
      window = firstWindowWithData(state.slices(), window + 1);
    }
    return SliceStore.NONE;
  }
}
