package io.slicewise.core.sliced;

import io.slicewise.core.engine.ElementOutcome;
import java.util.ArrayList;
import java.util.List;

/** What an element did to the windows of one specification, before it is stored. */
final class Visit<A, O> {
  private final SpecWindows<A, O> windows;
  private final SlicedStep<A, O> step;
  private final List<WindowRecord> touched = new ArrayList<>();
  private boolean reachesDormant;
  private long sliceHold = WindowRecord.NO_HOLD;
  private boolean closedWindows;

  Visit(SpecWindows<A, O> windows, SlicedStep<A, O> step) {
    this.windows = windows;
    this.step = step;
  }

  SpecWindows<A, O> windows() {
    return windows;
  }

  SlicedStep<A, O> step() {
    return step;
  }

  /** The windows that have a record and take the element. */
  List<WindowRecord> touched() {
    return touched;
  }

  void touch(WindowRecord record) {
    touched.add(record);
  }

  /** Notes that a window without a record takes the element, too. */
  void reachesDormant(long hold) {
    reachesDormant = true;
    sliceHold = hold;
  }

  /** The timestamp that the element may give panes of windows without a record, or NO_HOLD. */
  long sliceHold() {
    return sliceHold;
  }

  /** Notes that a window of the element takes none any more, as its trigger has finished. */
  void addClosedWindow() {
    closedWindows = true;
    step.addClosedWindow();
  }

  ElementOutcome outcome() {
    if (reachesDormant || !touched.isEmpty()) {
      return ElementOutcome.ACCEPTED;
    }
    return closedWindows ? ElementOutcome.CLOSED : ElementOutcome.TOO_LATE;
  }
}
