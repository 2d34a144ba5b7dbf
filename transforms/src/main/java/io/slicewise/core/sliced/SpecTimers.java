package io.slicewise.core.sliced;

import io.slicewise.core.engine.StepBuilder;
import io.slicewise.core.engine.TimerRequest;
import io.slicewise.core.pane.Emission;
import io.slicewise.core.pane.TimestampCombiner;
import io.slicewise.core.slice.SliceStore;
import io.slicewise.core.trigger.TriggerMachine;
import io.slicewise.core.window.TimeBounds;
import io.slicewise.core.window.WindowPlan;

/**
 * When a key must be woken for the windows of one specification, and how far the output watermark
 * may go until then: the least of the input watermark, the timestamp holds of these windows, and
 * the event-time timers they wait for, as Beam has it for a transform with a single key.
 */
final class SpecTimers {
  private final PlannedSpec spec;
  private final WindowPlan windows;
  private final TimestampCombiner combiner;
  private final Emission emission;
  private final boolean dormantUntilEnd;
  private final boolean sleeps;
  private final boolean usesProcessingTime;
  private final boolean firesAtEnd;

  SpecTimers(PlannedSpec spec, TriggerMachine machine) {
    this.spec = spec;
    this.windows = spec.windows();
    this.combiner = spec.settings().timestampCombiner();
    this.emission = spec.settings().emission();
    // Woken at its end, a window that waits for its expiry fires nothing. It holds the output
    // watermark at its end from its first element on, so the earlier timer cannot be told, unless
    // holds are those of elements: one that came behind the output watermark holds nothing.
    boolean holdsEnd = combiner == TimestampCombiner.END_OF_WINDOW;
    this.dormantUntilEnd = machine.isDormantUntilEnd() || (machine.neverFires() && holdsEnd);
    this.sleeps = dormantUntilEnd || emission.fills() || emission.earlyForNextOnly();
    this.usesProcessingTime = machine.usesProcessingTime();
    this.firesAtEnd = spec.settings().trigger().firesAtEnd();
  }

  /** The output watermark of the key before the event of {@code step}. */
  long outputWatermark(SliceStore<?> slices, SpecState state, StepBuilder<?> step) {
    long hold =
        combiner == TimestampCombiner.LATEST
            ? earliestHold(slices, state, step.previousWatermarkMillis())
            : state.earliestHold();
    return Math.min(step.watermarkMillis(), Math.min(hold, state.nextEventTime()));
  }

  /** The ordinal of the first window from {@code window} on that has data, or NONE. */
  long firstWindowWithData(SliceStore<?> slices, long window) {
    if (window == Long.MAX_VALUE) {
      return SliceStore.NONE;
    }
    long slice = slices.firstSliceFrom(windows.startOf(window));
    while (slice != SliceStore.NONE) {
      long first = Math.max(window, windows.firstOpenWindow(slice));
      if (first <= windows.lastStartedWindow(slice)) {
        return first;
      }
      // between windows of this specification, or after the last there is
      slice = slices.firstSliceFrom(Math.max(slice + 1, windows.startOf(first)));
    }
    return SliceStore.NONE;
  }

  /** Whether no window that is not over needs a record, however many elements it has. */
  boolean isDormantUntilEnd() {
    return dormantUntilEnd;
  }

  /** Whether windows without a record may have to be woken at their end. */
  boolean sleeps() {
    return sleeps;
  }

  /**
   * The ordinal of the first window from {@code window} on that must be woken at its end though it
   * may have no record: it has data, or is empty and to be filled in. NONE if there is none.
   */
  long firstWindowToWake(SliceStore<?> slices, SpecState state, long window, long watermarkMillis) {
    long withData = firstWindowWithData(slices, window);
    // DirectRunner's watermark ends at the last instant of the global window
    boolean inputGoesOn =
        watermarkMillis < TimeBounds.LAST_WINDOW_INSTANT || withData != SliceStore.NONE;
    return emission.fills() && inputGoesOn && isFilled(state, window) ? window : withData;
  }

  /** All windows with data before {@code window} have been noted. */
  private boolean isFilled(SpecState state, long window) {
    return window != Long.MAX_VALUE
        && state.lastDataWindow() != WindowPlan.NO_WINDOW
        && windows.startOf(window) - windows.startOf(state.lastDataWindow())
            <= emission.fillIdleMillis();
  }

  /** Takes note of data in a window that is over, after which empty windows may be filled in. */
  void noteData(SpecState state, long window) {
    state.setLastDataWindow(Math.max(state.lastDataWindow(), window));
  }

  /**
   * The timestamp that an element may give the panes of its windows, or NONE if it comes too late
   * to hold the output watermark back, or if panes have the timestamp of the end of their window.
   */
  long elementHold(
      SliceStore<?> slices, SpecState state, long timestampMillis, StepBuilder<?> step) {
    if (combiner == TimestampCombiner.END_OF_WINDOW) {
      return SliceStore.NONE;
    }
    boolean tooLate =
        timestampMillis < step.watermarkMillis()
            && timestampMillis < outputWatermark(slices, state, step);
    return tooLate ? SliceStore.NONE : timestampMillis;
  }

  /** The timestamp that an element with {@code elementHold} gives a window that is not over. */
  long holdIn(long window, long elementHold) {
    return combiner == TimestampCombiner.END_OF_WINDOW
        ? windows.maxTimestampOf(window)
        : elementHold;
  }

  /**
   * Takes into account an element whose windows have no record from the one on whose last instant
   * is {@code maxTimestamp}.
   */
  void addDormant(SpecState state, long maxTimestamp, long elementHold) {
    state.setNextEventTime(Math.min(state.nextEventTime(), maxTimestamp));
    state.setEarliestHold(Math.min(state.earliestHold(), elementHold));
  }

  /** Takes into account a record that an element has changed. */
  void addRecord(SpecState state, WindowRecord record) {
    long next =
        record.waitsForEnd()
            ? windows.maxTimestampOf(record.window())
            : spec.expiryOf(record.window());
    state.setNextEventTime(Math.min(state.nextEventTime(), next));
    state.setEarliestHold(Math.min(state.earliestHold(), record.hold()));
  }

  /** The timestamp of the first pane of a window without a record, or NONE. */
  long dormantHold(SliceStore<?> slices, long window) {
    long maxTimestamp = windows.maxTimestampOf(window);
    return combiner == TimestampCombiner.END_OF_WINDOW
        ? maxTimestamp
        : slices.hold(windows.startOf(window), maxTimestamp + 1, spec.position(), combiner);
  }

  /** Computes both times from scratch, after windows have fired or expired. */
  void recompute(SliceStore<?> slices, SpecState state, long watermarkMillis) {
    long next = TimerRequest.NONE;
    WindowRecords records = state.records();
    if (records.size() > 0) {
      next = spec.expiryOf(records.get(0).window());
    }
    int firstOpen = records.positionOf(windows.firstOpenWindow(watermarkMillis));
    for (int i = firstOpen; i < records.size(); i++) {
      if (records.get(i).waitsForEnd()) {
        next = Math.min(next, windows.maxTimestampOf(records.get(i).window()));
        break;
      }
    }
    long dormant = firstSleepingWindow(slices, state, watermarkMillis);
    if (dormant != SliceStore.NONE) {
      next = Math.min(next, windows.maxTimestampOf(dormant));
    }
    state.setNextEventTime(Math.min(next, nextReopening(state, watermarkMillis)));
    state.setEarliestHold(earliestHold(slices, state, watermarkMillis));
  }

  /** When the last closed window expires: until then it must be known that it is closed. */
  private long nextReopening(SpecState state, long watermarkMillis) {
    if (state.closedBefore() == TimeBounds.MIN_TIMESTAMP) {
      return TimerRequest.NONE;
    }
    long expiry =
        TimeBounds.plusWithinTime(
            state.closedBefore() - 1, spec.settings().allowedLatenessMillis());
    if (expiry < watermarkMillis) {
      state.reopen();
      return TimerRequest.NONE;
    }
    return expiry;
  }

  /** The timers the key waits for. */
  TimerRequest pending(SpecState state) {
    long next = state.nextEventTime();
    if (next == TimerRequest.NONE) {
      return TimerRequest.NOTHING;
    }
    long processingTime = usesProcessingTime ? nextProcessingTime(state) : TimerRequest.NONE;
    return new TimerRequest(next, Math.min(next, state.earliestHold()), processingTime);
  }

  private static long nextProcessingTime(SpecState state) {
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

  private long firstSleepingWindow(SliceStore<?> slices, SpecState state, long watermarkMillis) {
    return sleeps
        ? firstWindowToWake(
            slices, state, windows.firstOpenWindow(watermarkMillis), watermarkMillis)
        : SliceStore.NONE;
  }

  private long earliestHold(SliceStore<?> slices, SpecState state, long watermarkMillis) {
    long hold = earliestRecordHold(state.records(), watermarkMillis);
    long dormant = firstSleepingWindow(slices, state, watermarkMillis);
    return dormant == SliceStore.NONE ? hold : Math.min(hold, earliestDormantHold(slices, dormant));
  }

  private long earliestRecordHold(WindowRecords records, long watermarkMillis) {
    // a window that has fired at its end holds nothing any more
    int first = firesAtEnd ? records.positionOf(windows.firstOpenWindow(watermarkMillis)) : 0;
    long earliest = WindowRecord.NO_HOLD;
    for (int i = first; i < records.size(); i++) {
      earliest = Math.min(earliest, records.get(i).hold());
      if (combiner == TimestampCombiner.END_OF_WINDOW && earliest != WindowRecord.NO_HOLD) {
        return earliest;
      }
    }
    return earliest;
  }

  /** The earliest hold of the windows without a record, of which {@code first} is the first. */
  private long earliestDormantHold(SliceStore<?> slices, long first) {
    return switch (combiner) {
      case END_OF_WINDOW -> windows.maxTimestampOf(first);
      case EARLIEST ->
          slices.hold(windows.startOf(first), SliceStore.NONE, spec.position(), combiner);
      case LATEST -> earliestLatest(slices, first);
    };
  }

  /** The latest timestamp of a window grows with the window, so the first that has one decides. */
  private long earliestLatest(SliceStore<?> slices, long first) {
    long window = first;
    while (window != SliceStore.NONE) {
      long hold = dormantHold(slices, window);
      if (hold != SliceStore.NONE) {
        return hold;
      }
      window = firstWindowWithData(slices, window + 1);
    }
    return SliceStore.NONE;
  }
}
