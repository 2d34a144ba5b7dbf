package io.slicewise.core.pane;

import io.slicewise.core.window.TimeWindow;

/**
 * One firing of one window.
 *
 * @param windowSpec the index of the window specification, from 0
 * @param window the window that fired
 * @param value the aggregate of the pane
 * @param timing when it fired
 * @param index the number of panes the window had before, from 0
 * @param nonSpeculativeIndex the number of panes other than early ones before, from 0; -1 for an
 *     early pane
 * @param isFirst whether this is the window's first pane, or the retraction of what that is made of
 * @param isLast whether no further pane can come; never of a retraction, which its pane follows
 * @param timestampMillis the pane's timestamp, at most the window's last instant
 * @param isRetraction whether the value is that of the pane before, which is taken back
 * @param merges how many accumulators were merged to make the value
 * @param <O> the type of the aggregate
 */
public record FiredPane<O>(
    int windowSpec,
    TimeWindow window,
    O value,
    PaneTiming timing,
    long index,
    long nonSpeculativeIndex,
    boolean isFirst,
    boolean isLast,
    long timestampMillis,
    boolean isRetraction,
    int merges) {

  /** The retraction of {@code earlierValue} that goes right before this pane. */
  public FiredPane<O> retracting(O earlierValue, int earlierMerges) {
    return new FiredPane<>(
        windowSpec,
        window,
        earlierValue,
        timing,
        index,
        nonSpeculativeIndex,
        isFirst,
        false,
        timestampMillis,
        true,
        earlierMerges);
  }
}
